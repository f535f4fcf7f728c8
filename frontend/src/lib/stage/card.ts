/** A picture of how a game ended, to keep and to share. */

const [WIDE, HIGH, MARGIN] = [1080, 1350, 60];

interface Words {
  title: string;
  verdict: string;
  journey: string;
}

/** What style sheets say of a drawing: a picture of its own knows none of them. */
const SAID = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "stop-color",
  "stop-opacity",
  "opacity",
  "transform",
  "transform-origin",
  "transform-box",
  "filter",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
  "visibility",
  "display",
];

/** The board as it is on show, as a picture that needs nothing else. */
async function drawn(board: SVGSVGElement, side: number): Promise<HTMLImageElement> {
  const copy = board.cloneNode(true) as SVGSVGElement;
  const [shown, copied] = [board, copy].map((root) => [root, ...root.querySelectorAll<SVGElement>("*")]);
  shown!.forEach((element, n) => {
    const style = getComputedStyle(element);
    copied![n]!.setAttribute("style", SAID.map((name) => `${name}:${style.getPropertyValue(name)}`).join(";"));
  });
  copy.setAttribute("width", String(side));
  copy.setAttribute("height", String(side));
  const text = new XMLSerializer().serializeToString(copy);
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  await image.decode();
  return image;
}

/** Breaks a text into lines of a width. */
function lines(pen: CanvasRenderingContext2D, text: string, wide: number): string[] {
  const found: string[] = [""];
  for (const word of text.split(" ")) {
    const longer = `${found.at(-1)} ${word}`.trim();
    if (pen.measureText(longer).width <= wide) found[found.length - 1] = longer;
    else found.push(word);
  }
  return found;
}

/** The board, with the colours and typefaces of the page around it. */
export async function finishCard(board: SVGSVGElement, { title, verdict, journey }: Words): Promise<Blob> {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDE, HIGH];
  const pen = canvas.getContext("2d")!;
  const style = getComputedStyle(document.querySelector(".page")!);
  const [serif, sans] = [style.getPropertyValue("--serif"), style.getPropertyValue("--sans")];
  const side = WIDE - 2 * MARGIN;
  const image = await drawn(board, side);
  pen.fillStyle = style.getPropertyValue("--page");
  pen.fillRect(0, 0, WIDE, HIGH);
  pen.textAlign = "center";
  const write = (text: string, font: string, colour: string, y: number, step: number): void => {
    pen.font = font;
    pen.fillStyle = style.getPropertyValue(colour);
    lines(pen, text, WIDE - 2 * MARGIN).forEach((line, n) => pen.fillText(line, WIDE / 2, y + n * step));
  };
  write(title, `500 32px ${sans}`, "--soft", 82, 40);
  write(verdict, `600 76px ${serif}`, "--ink", 172, 80);
  pen.drawImage(image, MARGIN, 220, side, side);
  URL.revokeObjectURL(image.src);
  write(journey, `500 34px ${sans}`, "--ink", 1252, 46);
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png"),
  );
}

/** By the device's own sheet where it takes files, else into the folder of downloads. */
export async function hand(blob: Blob, name: string): Promise<void> {
  const file = new File([blob], name, { type: blob.type });
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file] }).catch(() => undefined);
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
