/** The games of this browser, in its IndexedDB. What another window has written meanwhile is never written over. */

import { problem } from "./messages";

export interface Kept {
  table: string;
  text: string;
  listed: boolean;
}

interface Row extends Kept {
  revision: number;
  at: number;
}

/** Another window has moved on with a table that was to be kept. */
export class Overtaken extends Error {}

/** Nothing can be kept; `code` is one of a refusal. */
export class StorageTrouble extends Error {
  constructor(readonly code: "storage_full" | "storage_gone") {
    super(code);
  }
  get body(): string {
    return problem(this.code, "The browser could not keep the game.");
  }
}

const NAME = "tsuro";
const TABLES = "tables";
/** How many games a list shows. */
const LISTED = 40;

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });

const finished = (work: IDBTransaction): Promise<void> =>
  new Promise((done, failed) => {
    work.oncomplete = () => done();
    work.onabort = work.onerror = () => failed(work.error);
  });

function troubleOf(error: unknown): Error {
  if (error instanceof Overtaken) return error;
  const full = error instanceof DOMException && error.name === "QuotaExceededError";
  return new StorageTrouble(full ? "storage_full" : "storage_gone");
}

export class Store {
  /** What this window knows of each table. */
  private readonly revisions = new Map<string, number>();
  private database: Promise<IDBDatabase> | null = null;

  async load(table: string): Promise<string | null> {
    const row = await this.within("readonly", (tables) => settled(tables.get(table) as IDBRequest<Row | undefined>));
    this.revisions.set(table, row?.revision ?? 0);
    return row?.text ?? null;
  }

  /** All of them or none; nothing is told before this is done. */
  async keep(tables: Kept[]): Promise<void> {
    await this.within("readwrite", async (rows) => {
      for (const kept of tables) {
        const row = await settled(rows.get(kept.table) as IDBRequest<Row | undefined>);
        const known = this.revisions.get(kept.table) ?? 0;
        // What somebody has cleared is still known here, and written anew.
        if (row && row.revision !== known) throw new Overtaken();
        rows.put({ ...kept, revision: known + 1, at: Date.now() } satisfies Row);
      }
    });
    for (const { table } of tables) this.revisions.set(table, (this.revisions.get(table) ?? 0) + 1);
  }

  /** The games of the list, latest first. */
  async listed(): Promise<string[]> {
    const rows = await this.rows();
    return rows.slice(0, LISTED).map(({ text }) => text);
  }

  async all(): Promise<string[]> {
    return (await this.rows()).map(({ text }) => text);
  }

  async remove(tables: string[]): Promise<void> {
    await this.within("readwrite", async (rows) => {
      for (const table of tables) await settled(rows.delete(table));
    });
  }

  private async rows(): Promise<Row[]> {
    const rows = await this.within("readonly", (tables) => settled(tables.getAll() as IDBRequest<Row[]>));
    return rows.filter(({ listed }) => listed).sort((a, b) => b.at - a.at);
  }

  private async within<T>(mode: IDBTransactionMode, what: (tables: IDBObjectStore) => Promise<T>): Promise<T> {
    try {
      this.database ??= this.open();
      const work = (await this.database).transaction(TABLES, mode);
      const ended = finished(work);
      try {
        const result = await what(work.objectStore(TABLES));
        await ended;
        return result;
      } catch (error) {
        ended.catch(() => {}); // What broke it off is told instead.
        if (work.error === null) work.abort();
        throw error;
      }
    } catch (error) {
      if (!(error instanceof Overtaken)) this.database = null;
      throw error instanceof StorageTrouble ? error : troubleOf(error);
    }
  }

  private async open(): Promise<IDBDatabase> {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => void request.result.createObjectStore(TABLES, { keyPath: "table" });
    const database = await settled(request);
    // A newer page may change it; this one then opens it again.
    database.onversionchange = database.onclose = () => {
      database.close();
      this.database = null;
    };
    return database;
  }
}
