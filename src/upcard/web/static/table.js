// Clicks, drags and keys at a table, and what is refreshed after each message from the server.
"use strict";
(() => {
  const { table, live, byId, kept, dollarsOf, ask, refuse, shown, press, markOf, showLocked, showWhyNot, pending, areas, chipInHand, showAreas, bet, place, rebet, clear, coach, hideCovered } = tablePage;
  // Buy chips at a seat; what is not a whole number of dollars is not bought, and not changed into one.
  async function buyIn(seat, version, isNew) {
    const field = byId("buy-in"), text = field.value.trim(), why = byId("buy-in-why");
    const isWhole = /^[1-9]\d{0,8}$/.test(text);
    field.setAttribute("aria-invalid", String(!isWhole));
    if (!isWhole) {
      field.focus();
      refuse([{ message: "Enter the buy-in in whole dollars, 1 or more, such as 500." }], why);
    } else if (await ask({ command: "BuyIn", seat, amount: dollarsOf(100 * Number(text)) }, version, why) && isNew) {
      await shown();
      reveal();
    }
  }
  live.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button || button.classList.contains("is-pressed")) return;
    if (button.dataset.area !== undefined) { bet(button, chipInHand()); return; }
    if (button.getAttribute("aria-disabled") === "true") { showWhyNot(button); return; }
    const isMoving = table.classList.contains("is-dealing") && button.closest(".tp-buttons");
    if (isMoving || (event.detail > 1 && markOf(button) !== clicked)) return; // a double click on another one
    clicked = markOf(button);
    const seat = Number(button.dataset.take ?? button.dataset.buy);
    if (button.id === "deal") press(button, deal);
    else if (button.dataset.command) {
      press(button, (version) => {
        if (button.dataset.play) coach.played(button.dataset.play);
        return ask(JSON.parse(button.dataset.command), version);
      });
    } else if (seat) press(button, (version) => buyIn(seat, version, button.dataset.take !== undefined));
    else if (button.id === "place") press(button, place);
    else if (button.id === "rebet") press(button, rebet);
    else if (button.id === "clear") press(button, clear);
  });
  let clicked = "";
  // Place what is in hand, then want no more.
  async function deal() {
    if (await place() && byId("deal")) await ask(JSON.parse(byId("deal").dataset.command));
  }

  // Bring what is asked of the person into sight, with the focus; but on no button, so that a key pressed again does nothing.
  function reveal() {
    const act = byId("act");
    if (!act.contains(document.activeElement)) act.focus({ preventScroll: true });
    act.scrollIntoView({ block: act.offsetHeight < innerHeight ? "end" : "start" });
  }
  // The first confirmation of a spoken wager with cash.
  function spoken(form, sent) {
    const { choice } = form.querySelector("[name=wager]").selectedOptions[0].dataset;
    const wager = { wager: sent.get("wager"), ...(choice === undefined ? {} : { choice: Number(choice) }) };
    return { command: "ConfirmSpokenWager", seat: Number(sent.get("seat")), ...wager, amount: dollarsOf(100 * Number(sent.get("amount"))), role: form.dataset.role };
  }
  live.addEventListener("submit", (event) => {
    event.preventDefault();
    const form = event.target, sent = new FormData(form);
    const body = form.id === "cut" ? { command: "CutShoe", seat: Number(form.dataset.seat), position: Number(sent.get("position")) } : spoken(form, sent);
    press(form.querySelector("button"), (version) => ask(body, version));
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
    const { wallet, atTables } = byId("seats").dataset, chips = byId("chips-at-tables");
    if (wallet) {
      byId("balance").textContent = wallet;
      chips.textContent = atTables;
      chips.parentElement.hidden = !atTables;
    }
    if (!byId("betting")) pending.clear();
    showAreas();
    showLocked();
    hideCovered();
    coach.refresh();
  }
  live.addEventListener("change", (event) => { if (event.target.name === "chip") kept.set("chip", event.target.value); });
  // What had the focus may be gone: it then goes to where the next question comes up, and never to the whole page.
  let hadFocus = false, asked = "";
  live.addEventListener("htmx:sse:before:message", () => { hadFocus ||= live.contains(document.activeElement); });
  live.addEventListener("htmx:sse:after:message", () => {
    if (hadFocus && document.activeElement === document.body) byId("act").focus({ preventScroll: true });
    hadFocus = live.contains(document.activeElement);
    const { round, point } = byId("phase-words").dataset, now = `${round} ${point}`;
    if (asked && asked !== now) refuse([]); // what was refused is past
    asked = now;
    refresh();
  });
  refresh();
})();
