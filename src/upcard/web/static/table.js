// The page of a table: plays what the server says has happened, holds chips until they are placed, sends commands.
// It knows no rule of the game: what may be done, and why not, stands in the buttons that the server sends.
"use strict";
(() => {
  const table = document.getElementById("table");
  const live = document.getElementById("live");
  const log = document.getElementById("announcements"), said = document.getElementById("said");
  const name = table.dataset.table;
  const byId = (id) => document.getElementById(id);
  const csrf = () => document.querySelector("meta[name=csrf]").content;
  const money = (cents) => `$${(cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2 })}`;
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));

  // What the person has chosen; kept in this browser.
  const kept = {
    get: (key, otherwise) => { try { return JSON.parse(localStorage.getItem(`upcard.${key}`)) ?? otherwise; } catch { return otherwise; } },
    set: (key, value) => { try { localStorage.setItem(`upcard.${key}`, JSON.stringify(value)); } catch { /* a private window keeps nothing */ } },
  };
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const motion = byId("motion"), speed = byId("speed"), fourColors = byId("four-colors");
  motion.checked = kept.get("motion", !still.matches);
  speed.value = kept.get("speed", "1");
  fourColors.checked = kept.get("four-colors", false);
  document.documentElement.classList.toggle("four-colors", fourColors.checked);
  motion.addEventListener("change", () => kept.set("motion", motion.checked));
  speed.addEventListener("change", () => kept.set("speed", speed.value));
  fourColors.addEventListener("change", () => {
    kept.set("four-colors", fourColors.checked);
    document.documentElement.classList.toggle("four-colors", fourColors.checked);
  });
  const moves = () => motion.checked && !still.matches && !document.hidden;

  // ---- What has happened, moment by moment -------------------------------------------------------------------------
  const MOST_LINES = 120, LONGEST = 9000; // milliseconds that playing may take: then it is shown at once
  const CARDS = new Set(["CardDealt", "HoleCardTurned"]);
  const cardTime = () => 0.8 * Number(table.dataset.cardTime) * Number(speed.value);
  const timeOf = (item) => {
    if (CARDS.has(item.dataset.kind)) return cardTime();
    if (item.dataset.result !== undefined) return 0.9 * cardTime() + 120 * Number(speed.value);
    return item.querySelector("[data-words]").textContent ? 0.35 * cardTime() : 0;
  };

  function announce(item) {
    const words = item.querySelector("[data-words]");
    if (!words.textContent) return;
    const line = document.createElement("li");
    line.append(...[...words.childNodes].map((node) => node.cloneNode(true)));
    log.append(line);
    while (log.children.length > MOST_LINES) log.firstElementChild.remove();
    said.scrollTop = said.scrollHeight;
  }

  const keysIn = (part) => new Set([...(part?.querySelectorAll("[data-key]") ?? [])].map((each) => each.dataset.key));

  function show(item, animated) {
    const content = item.querySelector("template").content;
    for (const fresh of content.querySelectorAll("svg > g[id]")) {
      const former = byId(fresh.id);
      if (!former) continue;
      const known = keysIn(former);
      const part = document.importNode(fresh, true);
      const gone = animated ? [...former.querySelectorAll(".tp-chips")].filter((each) => !keysIn(part).has(each.dataset.key)) : [];
      for (const each of gone) fly(each, item.dataset.sign);
      former.replaceWith(part);
      if (animated) for (const each of part.querySelectorAll("[data-key]")) if (!known.has(each.dataset.key)) arrive(each);
    }
    for (const fresh of content.querySelectorAll("div.tp-hands[id]")) {
      byId(fresh.id)?.replaceWith(document.importNode(fresh, true));
    }
  }

  // The shoe stands at the right of the drawing, the chips of the house above the dealer's cards.
  function offset(element, area) {
    const from = table.querySelector(`.tp-felt [data-area="${area}"]`)?.getBoundingClientRect();
    const matrix = element.getScreenCTM();
    if (!from || !matrix) return null;
    const point = new DOMPoint(from.x + from.width / 2, from.y + from.height / 2).matrixTransform(matrix.inverse());
    const box = element.getBBox();
    return [point.x - box.x - box.width / 2, point.y - box.y - box.height / 2];
  }

  function arrive(element) {
    const moving = element.querySelector(".tp-move");
    const by = moving && offset(moving, element.classList.contains("tp-card") ? "shoe" : "cards");
    if (!by || !element.classList.contains("tp-card")) {
      moving?.animate([{ opacity: 0, transform: "translateY(-60px)" }, { opacity: 1, transform: "none" }], { duration: cardTime() * 0.7, easing: "ease-out" });
      return;
    }
    moving.animate(
      [{ transform: `translate(${by[0]}px, ${by[1]}px) rotate(40deg)`, opacity: 0.4 }, { transform: "none", opacity: 1 }],
      { duration: cardTime() * 0.95, easing: "cubic-bezier(.2,.8,.3,1)" },
    );
  }

  function fly(chips, sign) {
    const ghost = chips.cloneNode(true);
    ghost.removeAttribute("data-key");
    byId("over").append(ghost);
    const moving = ghost.querySelector(".tp-move");
    const by = sign === "lost" ? offset(moving, "table inventory") : [0, 220];
    const end = by ? `translate(${by[0]}px, ${by[1]}px)` : "none";
    const played = moving.animate([{ transform: "none", opacity: 1 }, { transform: end, opacity: 0 }], { duration: Math.max(cardTime() * 1.6, 250), easing: "ease-in" });
    played.onfinish = played.oncancel = () => ghost.remove();
  }

  // The middle of a wager's area on the felt; without one, that of the first area of its seat.
  function middleOf({ seat, wager, spot, choice = "" }) {
    const all = [...table.querySelectorAll(`.tp-felt [data-area][data-seat="${seat}"]`)], matrix = byId("over").getScreenCTM();
    const area = all.find(({ dataset }) => dataset.name === wager && (dataset.choice ?? "") === choice && Number(dataset.spot ?? 1) === Number(spot) + 1) ?? all[0];
    if (!area || !matrix) return null;
    const box = area.getBoundingClientRect();
    return new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(matrix.inverse());
  }

  function showResult(item) {
    const part = byId(`felt-seat-${item.dataset.seat}`), over = byId("over");
    const at = middleOf(item.dataset);
    if (!part || !at) return;
    const tag = document.createElementNS("http://www.w3.org/2000/svg", "text");
    tag.setAttribute("x", at.x);
    tag.setAttribute("y", at.y);
    tag.setAttribute("class", `tp-result ${item.dataset.sign}`);
    tag.textContent = `${item.dataset.outcome} ${item.dataset.result}`;
    over.append(tag);
    const played = tag.animate([{ opacity: 0 }, { opacity: 1, offset: 0.15 }, { opacity: 1, offset: 0.7 }, { opacity: 0, transform: "translateY(-50px)" }], { duration: 1800 });
    played.onfinish = played.oncancel = () => tag.remove();
  }

  async function play(items) {
    const whole = items.reduce((sum, item) => sum + timeOf(item), 0);
    for (const item of items) {
      const animated = moves() && whole <= LONGEST;
      show(item, animated);
      announce(item);
      if (animated && item.dataset.result) showResult(item);
      if (animated) await wait(timeOf(item));
    }
  }

  live.addEventListener("htmx:sse:before:message", (event) => {
    const { message } = event.detail;
    const box = document.createElement("template");
    box.innerHTML = message.data;
    const moments = box.content.querySelector("[data-moments]");
    if (!moments) return;
    const received = performance.now();
    const items = [...moments.children];
    moments.remove();
    message.data = box.innerHTML;
    table.classList.add("is-dealing");
    event.detail.waitUntil(play(items).then(() => { clockFrom = received; table.classList.remove("is-dealing"); }));
  });
  live.addEventListener("htmx:sse:after:message", refresh);

  // ---- The time left to act ----------------------------------------------------------------------------------------
  let clockFrom = performance.now();
  setInterval(() => {
    const clock = byId("clock");
    if (!clock) return;
    const whole = Number(clock.dataset.whole), left = Math.max(0, Number(clock.dataset.left) - (performance.now() - clockFrom));
    clock.querySelector("progress").value = Math.min(left, whole);
    byId("clock-words").textContent = `${Math.ceil(Math.min(left, whole) / 1000)} s`;
    clock.classList.toggle("is-short", left < 5000);
  }, 200);

  // ---- Commands ----------------------------------------------------------------------------------------------------
  const newKey = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const TRIES = 6;

  function refuse(refusals) {
    const place = byId("refused");
    place.replaceChildren();
    refusals.forEach(({ message, cite }, at) => {
      place.append(`${at ? "; " : ""}${message} `);
      if (cite) {
        const source = document.createElement("cite");
        source.textContent = cite;
        place.append(source);
      }
    });
  }

  // The same key again gives the same answer: what was sent once is done once, however often the line breaks.
  async function send(body) {
    const key = newKey();
    for (let tried = 0; tried < TRIES; tried += 1) {
      try {
        const answer = await fetch(`/api/v1/tables/${encodeURIComponent(name)}/commands`, {
          method: "POST",
          headers: { "Content-Type": "application/json", "X-CSRF-Token": csrf(), "Idempotency-Key": key },
          body: JSON.stringify(body),
        });
        if (answer.ok) { refuse([]); return true; }
        if (answer.status === 401) { location.reload(); return false; }
        if (answer.status !== 503) {
          const problem = await answer.json();
          refuse(problem.refusals ?? [{ message: problem.detail }]);
          return false;
        }
      } catch { /* the line is broken: again, under the same key */ }
      await wait(400 * 2 ** tried);
    }
    refuse([{ message: "the server does not answer: what you asked for was not done, or is shown when it is back" }]);
    return false;
  }

  let sending = Promise.resolve();
  let reloading = 0;
  const ask = (body) => {
    clearTimeout(reloading);
    sending = sending.then(() => send(body)).then((isDone) => {
      // Where no stream comes through, the page is loaded again to show what was done.
      if (isDone && document.documentElement.dataset.stream === "none") reloading = setTimeout(() => location.reload(), 600);
      return isDone;
    });
    return sending;
  };

  // ---- Chips that are not placed yet -------------------------------------------------------------------------------
  const pending = new Map(); // area: cents
  const areas = () => [...live.querySelectorAll("[data-area]")];
  const nameOf = (area) => [area.dataset.seat, area.dataset.wager, area.dataset.spot, area.dataset.choice ?? ""].join("|");
  const chipInHand = () => Number(live.querySelector("input[name=chip]:checked")?.value ?? live.querySelector("input[name=chip]")?.value ?? 0);

  // Chips that are not placed yet lie on the felt already, in a broken ring.
  const svg = (tag, values, ...content) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [key, value] of Object.entries(values)) made.setAttribute(key, value);
    made.append(...content);
    return made;
  };
  function showPending(area, cents) {
    const at = middleOf(area.dataset), values = [...live.querySelectorAll("input[name=chip]")].map((chip) => Number(chip.value));
    if (!at) return;
    const chip = Math.max(...values.filter((value) => value <= cents), values[0]);
    const words = money(cents).replace(/\.00$/, ""), wide = 17 * words.length + 16;
    byId("over").append(svg("g", { class: "tp-pending" },
      svg("circle", { cx: at.x, cy: at.y, r: 36 }),
      svg("use", { href: `#uc-chip${chip}`, x: at.x - 31, y: at.y - 31, width: 62, height: 62 }),
      svg("rect", { class: "tp-plate", x: at.x - wide / 2, y: at.y + 37, width: wide, height: 36, rx: 15 }),
      svg("text", { class: "tp-amount", x: at.x, y: at.y + 65, "font-size": 30 }, words),
    ));
  }

  function showAreas() {
    for (const each of byId("over").querySelectorAll(".tp-pending")) each.remove();
    for (const area of areas()) {
      const there = Number(area.dataset.amount), more = pending.get(nameOf(area)) ?? 0;
      area.querySelector("[data-shown]").textContent = money(there + more);
      area.classList.toggle("is-pending", more > 0);
      area.classList.toggle("is-placed", there > 0);
      if (more) showPending(area, there + more);
      const words = area.querySelector(".tp-area-name").textContent, limits = area.querySelector("[data-limits]").textContent;
      area.setAttribute("aria-label", `Seat ${area.dataset.seat}, ${words}: ${money(there + more)}, ${limits}${more ? ", not placed yet" : ""}`);
    }
    const whole = [...pending.values()].reduce((sum, each) => sum + each, 0);
    const place = byId("place");
    if (place) place.textContent = whole ? `Place ${money(whole)}` : "Place wagers";
  }

  function bet(area, cents) {
    if (area.getAttribute("aria-disabled") === "true") { refuseArea(area); return; }
    if (area.dataset.stands !== undefined) return;
    const sizes = area.dataset.sizes?.split(" ").map(Number), now = pending.get(nameOf(area)) ?? 0;
    if (sizes) pending.set(nameOf(area), now ? sizes[(sizes.indexOf(now) + 1) % sizes.length] : sizes[0]);
    else pending.set(nameOf(area), now + (now || Number(area.dataset.amount) ? cents : Math.max(cents, Number(area.dataset.least))));
    showAreas();
  }

  function refuseArea(element) {
    const why = byId(element.getAttribute("aria-describedby"));
    if (why) byId("refused").textContent = why.textContent;
  }

  const dollarsOf = (cents) => (cents / 100).toFixed(2);

  async function place() {
    const seats = new Map();
    for (const area of areas()) {
      const more = pending.get(nameOf(area));
      if (!more && area.dataset.wager !== "blackjack") continue;
      seats.set(area.dataset.seat, [...(seats.get(area.dataset.seat) ?? []), { area, more: more ?? 0 }]);
    }
    for (const [seat, chosen] of seats) {
      if (!chosen.some(({ more }) => more)) continue;
      const boxes = chosen.filter(({ area }) => area.dataset.wager === "blackjack");
      const sums = boxes.map(({ area, more }) => Number(area.dataset.amount) + more);
      while (sums.length > 1 && !sums[sums.length - 1]) sums.pop();
      const rest = chosen.filter(({ area }) => area.dataset.wager !== "blackjack")
        .map(({ area, more }) => ({ area, there: Number(area.dataset.amount), sum: Number(area.dataset.amount) + more }));
      let ok = true;
      if (boxes.some(({ more }) => more)) {
        if (boxes.some(({ area }) => Number(area.dataset.amount))) await takeBack(seat);
        ok = await ask({ command: "PlaceWager", seat: Number(seat), wager: "blackjack", amounts: sums.map(dollarsOf) });
      }
      for (const { area, there, sum } of rest) {
        if (!ok) break;
        const choice = area.dataset.choice === undefined ? {} : { choice: Number(area.dataset.choice) };
        if (there) await ask({ command: "WithdrawWager", seat: Number(seat), wager: area.dataset.wager, ...choice });
        ok = await ask({ command: "PlaceWager", seat: Number(seat), wager: area.dataset.wager, amounts: [dollarsOf(sum)], ...choice });
      }
      if (ok) remember(seat, boxes, sums, rest);
    }
    pending.clear();
    showAreas();
  }

  const memory = (seat) => `wagers.${name}.${seat}`;
  function remember(seat, boxes, sums, rest) {
    const made = boxes.map(({ area }, at) => [nameOf(area), sums[at] ?? 0]).concat(rest.map(({ area, sum }) => [nameOf(area), sum]));
    kept.set(memory(seat), made);
  }

  async function rebet() {
    const seats = new Set(areas().map((area) => area.dataset.seat));
    pending.clear();
    for (const seat of seats) for (const [area, cents] of kept.get(memory(seat), [])) if (cents) pending.set(area, cents);
    for (const area of areas()) if (Number(area.dataset.amount) || area.getAttribute("aria-disabled") === "true") pending.delete(nameOf(area));
    showAreas();
    if (pending.size) await place();
    else byId("refused").textContent = "There is no earlier wager of this seat to make again.";
  }

  async function takeBack(seat) {
    for (const each of [...live.querySelectorAll("[data-withdraw]")]) {
      const body = JSON.parse(each.dataset.withdraw);
      if (!seat || body.seat === Number(seat)) await ask(body);
    }
  }

  async function clear() {
    const had = pending.size;
    pending.clear();
    showAreas();
    if (!had) await takeBack();
  }

  // ---- Clicks, drags and keys --------------------------------------------------------------------------------------
  const buyIn = () => dollarsOf(100 * Math.max(1, Math.floor(Number(byId("buy-in")?.value || 0))));
  live.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.area !== undefined) bet(button, chipInHand());
    else if (button.getAttribute("aria-disabled") === "true") refuseArea(button);
    else if (button.dataset.command) { if (button.dataset.play) coach.played(button.dataset.play); ask(JSON.parse(button.dataset.command)); }
    else if (button.dataset.take ?? button.dataset.buy) ask({ command: "BuyIn", seat: Number(button.dataset.take ?? button.dataset.buy), amount: buyIn() });
    else if (button.id === "place") place();
    else if (button.id === "rebet") rebet();
    else if (button.id === "clear") clear();
  });
  live.addEventListener("submit", (event) => {
    event.preventDefault();
    const form = event.target;
    if (form.id === "cut") ask({ command: "CutShoe", seat: Number(form.dataset.seat), position: Number(new FormData(form).get("position")) });
  });

  // A click or a dropped chip on the felt is one on the button of that betting area.
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
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input:not([type=radio], [type=checkbox], [type=range]), select, textarea")) return;
    const key = event.key.toUpperCase();
    const button = live.querySelector(`[data-key-of="${CSS.escape(key)}"]`);
    if (button) { event.preventDefault(); button.click(); return; }
    const betting = byId("betting");
    if (!betting) return;
    if (key === "R") rebet();
    else if (key === "C") clear();
    else if (key === "ENTER" && !event.target.closest("button, a, summary, [type=checkbox]")) place();
    else if (/^[1-9]$/.test(key)) { const chip = betting.querySelectorAll("input[name=chip]")[Number(key) - 1]; if (chip) { chip.checked = true; chip.focus(); } }
  });

  // ---- The coach: asked for each decision, and the score of the session in money lost by mistakes --------------------
  const coachOn = byId("coach-on");
  coachOn.checked = kept.get("coach", false);
  const coach = { version: "", costs: new Map() };
  const lost = () => { try { return Number(sessionStorage.getItem("upcard.lost") ?? 0); } catch { return 0; } };
  function showScore() {
    const score = byId("score");
    score.hidden = !coachOn.checked;
    score.textContent = `Lost by mistakes in this session: ${money(Math.round(lost()))}`;
  }
  coach.refresh = async () => {
    const place = byId("coach"), version = byId("phase-words").dataset.version;
    showScore();
    if (!place || !coachOn.checked) { if (place) place.hidden = true; coach.version = ""; coach.costs.clear(); return; }
    place.hidden = false;
    if (coach.version === version && coach.text) { place.innerHTML = coach.text; return; }
    coach.version = version;
    coach.costs.clear();
    coach.text = "";
    place.textContent = "The coach is thinking…";
    try {
      const answer = await fetch(`/tables/${encodeURIComponent(name)}/coach`);
      if (!answer.ok || coach.version !== version) return;
      coach.text = await answer.text();
      const shown = byId("coach");
      if (!shown) return;
      shown.innerHTML = coach.text;
      for (const each of shown.querySelectorAll("[data-cost-of]")) coach.costs.set(each.dataset.costOf, Number(each.dataset.cents));
      const words = document.createElement("p");
      words.className = "caption";
      words.textContent = byId("score").textContent;
      shown.append(words);
    } catch { place.textContent = "The coach does not answer; play goes on without it."; }
  };
  coach.played = (play) => {
    const cost = coach.costs.get(play) ?? 0;
    try { sessionStorage.setItem("upcard.lost", String(lost() + cost)); } catch { /* a private window keeps nothing */ }
    coach.costs.clear();
    showScore();
  };
  coachOn.addEventListener("change", () => { kept.set("coach", coachOn.checked); coach.refresh(); });

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
    coach.refresh();
  }
  live.addEventListener("change", (event) => { if (event.target.name === "chip") kept.set("chip", event.target.value); });
  refresh();
  said.scrollTop = said.scrollHeight;
})();
