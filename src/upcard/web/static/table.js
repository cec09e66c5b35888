// Clicks, drags and keys at a table, and what is refreshed after each message from the server.
"use strict";
(() => {
  const { table, live, byId, kept, dollarsOf, ask, press, markOf, showLocked, showWhyNot, pending, areas, chipInHand, showAreas, bet, place, rebet, clear, coach, hideCovered } = tablePage;
  const buyIn = () => dollarsOf(100 * Math.max(1, Math.floor(Number(byId("buy-in")?.value || 0))));
  live.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button || button.classList.contains("is-pressed")) return;
    if (button.dataset.area !== undefined) { bet(button, chipInHand()); return; }
    if (button.getAttribute("aria-disabled") === "true") { showWhyNot(button); return; }
    const isMoving = table.classList.contains("is-dealing") && byId("act").contains(button);
    if (isMoving || (event.detail > 1 && markOf(button) !== clicked)) return; // a double click on another one
    clicked = markOf(button);
    const seat = button.dataset.take ?? button.dataset.buy;
    if (button.dataset.command) {
      press(button, (version) => {
        if (button.dataset.play) coach.played(button.dataset.play);
        return ask(JSON.parse(button.dataset.command), version);
      });
    } else if (seat) press(button, (version) => ask({ command: "BuyIn", seat: Number(seat), amount: buyIn() }, version));
    else if (button.id === "place") press(button, place);
    else if (button.id === "rebet") press(button, rebet);
    else if (button.id === "clear") press(button, clear);
  });
  let clicked = "";
  live.addEventListener("submit", (event) => {
    event.preventDefault();
    const form = event.target;
    if (form.id !== "cut") return;
    const cut = { command: "CutShoe", seat: Number(form.dataset.seat), position: Number(new FormData(form).get("position")) };
    press(form.querySelector("button"), (version) => ask(cut, version));
  });

// Clicking the felt, or dropping a chip on it, acts like clicking the button of that betting area.
  function areaAt(x, y) {
    const spot = document.elementsFromPoint(x, y).map((each) => each.closest?.(".tp-felt [data-area]")).find(Boolean);
    if (!spot) return null;
    const { seat, name: wager, choice, spot: number } = spot.dataset;
    return areas().find((area) => area.dataset.seat === seat && area.dataset.wager === wager
      && (area.dataset.choice ?? "") === (choice ?? "") && (wager !== "blackjack" || Number(area.dataset.spot) === Number(number ?? 1) - 1)) ?? null;
  }
  table.querySelector(".tp-felt").addEventListener("click", (event) => {
    const area = areaAt(event.clientX, event.clientY);
    if (area) bet(area, chipInHand());
  });
  let dragged = 0;
  live.addEventListener("dragstart", (event) => {
    const chip = event.target.closest?.("[data-chip]");
    if (chip) { dragged = Number(chip.dataset.chip); event.dataTransfer.setData("text/plain", String(dragged)); }
  });
  for (const place of [live, table.querySelector(".tp-felt")]) {
    place.addEventListener("dragover", (event) => event.preventDefault());
    place.addEventListener("drop", (event) => {
      event.preventDefault();
      const area = event.target.closest?.("button[data-area]") ?? areaAt(event.clientX, event.clientY);
      if (area && dragged) bet(area, dragged);
    });
  }

  document.addEventListener("keydown", (event) => {
    if (event.repeat || event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input:not([type=radio], [type=checkbox], [type=range]), select, textarea")) return;
    const key = event.key.toUpperCase();
    const button = live.querySelector(`[data-key-of="${CSS.escape(key)}"]`);
    if (button) { event.preventDefault(); button.click(); return; }
    const betting = byId("betting");
    if (!betting) return;
    if (key === "R") byId("rebet").click();
    else if (key === "C") byId("clear").click();
    else if (key === "ENTER" && !event.target.closest("button, a, summary, [type=checkbox]")) byId("place").click();
    else if (/^[1-9]$/.test(key)) { const chip = betting.querySelectorAll("input[name=chip]")[Number(key) - 1]; if (chip) { chip.checked = true; chip.focus(); } }
  });

  function refresh() {
    const tray = live.querySelectorAll("input[name=chip]");
    if (tray.length && ![...tray].some((chip) => chip.checked)) {
      const chosen = String(kept.get("chip", tray[Math.min(2, tray.length - 1)].value));
      ([...tray].find((chip) => chip.value === chosen) ?? tray[0]).checked = true;
    }
    const balance = byId("balance"), wallet = byId("seats").dataset.wallet;
    if (balance && wallet) balance.textContent = wallet;
    if (!byId("betting")) pending.clear();
    showAreas();
    showLocked();
    hideCovered();
    coach.refresh();
  }
  live.addEventListener("change", (event) => { if (event.target.name === "chip") kept.set("chip", event.target.value); });
  live.addEventListener("htmx:sse:after:message", refresh);
  refresh();
})();
