/** Fails to compile if the page reads a field that the server's schema does not have. */

import type * as Protocol from "./protocol";
import type * as Wire from "./wire";

/** The name of a field that is read but never sent; `never` if there is none. */
type Missing<Read, Sent> = Exclude<keyof Read, keyof Sent>;

type Fields =
  | Missing<Wire.View, Protocol.View>
  | Missing<Wire.PawnView, Protocol.PawnJson>
  | Missing<Wire.LaidTile, Protocol.SquareJson>
  | Missing<Wire.Asks, Protocol.Asks>
  | Missing<Wire.Option, Protocol.Option>
  | Missing<Wire.Barred, Protocol.BarredOption>
  | Missing<Wire.Preview, Protocol.Preview>
  | Missing<Wire.Move, Protocol.PreviewMove>
  | Missing<Wire.LogLine, Protocol.LogLine>
  | Missing<Wire.TileInfo, Protocol.TileInfo>
  | Missing<Wire.FaceInfo, Protocol.Face>
  | Missing<Wire.SeatInfo, Protocol.SeatInfo>
  | Missing<Wire.TableInfo, Protocol.TableInfo>
  | Missing<Wire.Clock, Protocol.ClockInfo>
  | Missing<Wire.Welcome, Protocol.Welcome>
  | Missing<Wire.StepMessage, Protocol.StepMessage>
  | Missing<Wire.Looked, Protocol.Looked>
  | Missing<Wire.Undone, Protocol.Undone>
  | Missing<Wire.EditionInfo, Protocol.EditionSummary>
  | Missing<Wire.SwitchInfo, Protocol.SwitchInfo>
  | Missing<Wire.PageTheme, Protocol.PageTheme>
  | Missing<Wire.GameInfo, Protocol.GameInfo>
  | Missing<Wire.SeaPrint, Protocol.SeaPrint>
  | Missing<Wire.BotInfo, Protocol.BotSummary>
  | Missing<Wire.Estimate, Protocol.Estimate>
  | Missing<Wire.Studied, Protocol.Studied>
  | Missing<Wire.Scanned, Protocol.Scanned>
  | Missing<Wire.RuleText, Protocol.RuleText>
  | Missing<Wire.ReplayStep, Protocol.ReplayStep>
  | Missing<Wire.ReplayData, Protocol.Replay>;

type Kinds = Exclude<Protocol.ServerMessage["type"], Wire.ServerMessage["type"]>;

export const everyFieldIsSent: [Fields] extends [never] ? true : Fields = true;
export const everyMessageIsKnown: [Kinds] extends [never] ? true : Kinds = true;
