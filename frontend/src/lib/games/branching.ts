/** Who sits where in a what-if: everybody keeps the own seat, and bots their names and levels. */

import { BOT_NAMES } from "../wire/api";
import type { SeatInfo, SeatRequest } from "../wire/protocol";
import { seatName } from "../words/seats";
import { settings } from "../page/settings.svelte";

/** `bots`: people other than me are replaced by bots; else I play all other seats, too. */
export function branchSeats(seats: SeatInfo[], me: number, bots: boolean): SeatRequest[] {
  return seats.map((seat, n): SeatRequest => {
    const name = seatName(seats, n);
    if (n === me) return { kind: "you", name };
    if (!bots) return { kind: "hotseat", name };
    if (seat.kind === "bot") return { kind: "bot", bot: seat.bot ?? undefined, name };
    return { kind: "bot", bot: settings.bot || "cautious", name: BOT_NAMES[n % BOT_NAMES.length] };
  });
}
