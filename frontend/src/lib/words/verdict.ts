/** Who won, in a sentence. */

import { t } from "../../i18n";
import { settings } from "../page/settings.svelte";
import { seatName } from "./seats";
import type { SeatInfo, View } from "../wire/protocol";

export function verdict(view: View, seats: SeatInfo[], yours: number[]): string {
  const winners = view.result?.winners ?? [];
  if (winners.length === 1) {
    const [winner] = winners as [number];
    const alone = yours.length === 1 && yours[0] === winner;
    return alone ? t("table.youWon") : t("table.won", { name: seatName(seats, winner) });
  }
  const names = new Intl.ListFormat(settings.language).format(winners.map((seat) => seatName(seats, seat)));
  return t("table.shared", { names });
}
