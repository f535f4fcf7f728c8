/** The board of the page in a notebook: anywidget calls `render` for every place it is shown in. */

import { mount, unmount } from "svelte";
import "../styles/colours.css";
import type { Model } from "./model";
import Widget from "./Widget.svelte";

function render({ model, el }: { model: Model; el: HTMLElement }): () => void {
  const shown = mount(Widget, { target: el, props: { model } });
  return () => void unmount(shown);
}

export default { render };
