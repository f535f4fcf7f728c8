import { mount } from "svelte";
import App from "./App.svelte";
import { listen } from "./lib/route.svelte";
import "./styles/base.css";
import "./styles/colours.css";
import "./styles/table.css";

listen();
mount(App, { target: document.getElementById("app")! });
if ("serviceWorker" in navigator && import.meta.env.PROD) void navigator.serviceWorker.register("/sw.js");
