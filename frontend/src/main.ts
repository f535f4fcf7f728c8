import { mount } from "svelte";
import { watchForUpdates } from "#way";
import App from "./App.svelte";
import { listen } from "./lib/page/route.svelte";
import "./styles/fonts.css";
import "./styles/base.css";
import "./styles/colours.css";
import "./styles/table.css";

listen();
mount(App, { target: document.getElementById("app")! });
if (import.meta.env.PROD) watchForUpdates();
