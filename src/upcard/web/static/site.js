// Scripts of every page: session clock, light or dark colors, printing, table search, the live stream.
"use strict";
(() => {
  const root = document.documentElement;

  const clock = document.getElementById("session-clock");
  if (clock) {
    const began = performance.now() - 1000 * Number(clock.dataset.elapsed);
    const two = (number) => String(number).padStart(2, "0");
    setInterval(() => {
      const seconds = Math.floor((performance.now() - began) / 1000);
      clock.textContent = `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
    }, 1000);
  }

  const theme = document.getElementById("theme");
  const asked = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : asked.matches);
  const label = () => { theme.setAttribute("aria-label", isDark() ? "Switch to light colors" : "Switch to dark colors"); };
  theme.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    document.cookie = `upcard_theme=${root.dataset.theme}; path=/; max-age=31536000; samesite=strict`;
    label();
  });
  asked.addEventListener("change", label);
  label();
  theme.hidden = false;

  for (const button of document.querySelectorAll("[data-print]")) {
    button.addEventListener("click", () => print());
    button.hidden = false;
  }

  const find = document.getElementById("find");
  if (find) {
    const cards = [...document.querySelectorAll(".table-card")];
    const none = document.getElementById("none-found");
    const show = () => {
      const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
      for (const card of cards) card.hidden = !words.every((word) => card.dataset.words.toLowerCase().includes(word));
      none.hidden = cards.some((card) => !card.hidden);
    };
    find.form.addEventListener("submit", (event) => event.preventDefault());
    find.addEventListener("input", show);
    document.getElementById("show-all").addEventListener("click", () => { find.value = ""; show(); find.focus(); });
    find.form.hidden = false;
  }

  // The stream of a page is open while the page is visible. This code opens the first connection and retries until there
  // is one; the htmx extension handles later reconnections, and the pause while the page is hidden.
  const lost = document.getElementById("connection");
  const say = (text) => {
    lost.replaceChildren();
    lost.hidden = !text;
    if (!text) return;
    const again = document.createElement("a");
    again.href = location.pathname + location.search;
    again.textContent = "Reload the page";
    lost.append(text, " ", again);
  };
  const LOST = "Connection lost. What you see may be out of date; this page keeps trying to reconnect.";
  const SILENT = "This page is not getting live updates: something between it and the server is blocking them.";
  const PATIENCE = 4000; // milliseconds
  const stream = document.querySelector("[hx-sse\\:connect]");
  if (stream) {
    let opening = false, isOpen = false, since = performance.now();
    const open = () => {
      if (document.hidden) { since = performance.now(); return; }
      if (!isOpen && lost.hidden && performance.now() - since > PATIENCE) { root.dataset.stream = "none"; say(SILENT); }
      if (opening || stream._htmx?.sse) return;
      opening = true;
      htmx.trigger(stream, "open-stream");
    };
    const failed = (event) => {
      if (event.target !== stream) return;
      isOpen = false;
      const status = event.detail.status ?? event.detail.ctx?.response?.raw?.status;
      if (status === 401) location.reload(); // the session has ended: the server leads to the sign-in page
      else say(LOST);
    };
    for (const kind of ["htmx:sse:error", "htmx:error", "htmx:response:error"]) document.addEventListener(kind, failed);
    document.addEventListener("htmx:finally:request", (event) => { if (event.target === stream) opening = false; });
    document.addEventListener("htmx:sse:after:connection", (event) => {
      isOpen = true;
      delete root.dataset.stream;
      say("");
      const { connection } = event.detail;
      if (document.hidden) setTimeout(() => connection.visibilityHandler?.()); // it was hidden while it connected
    });
    document.addEventListener("visibilitychange", open);
    document.addEventListener("DOMContentLoaded", () => setTimeout(open));
    setInterval(open, 1000);
  }
  addEventListener("offline", () => say("This device is offline. The page will resume when it is back online."));
  addEventListener("online", () => say(stream && !stream._htmx?.sse ? LOST : ""));
})();
