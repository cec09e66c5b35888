// Pending chips, and placing, repeating and clearing wagers.
"use strict";
(() => {
  const { live, name, byId, money, kept, dollarsOf, middleOf, ask, showWhyNot } = tablePage;
  const pending = new Map(); // area: cents
  const areas = () => [...live.querySelectorAll("[data-area]")];
  const nameOf = (area) => [area.dataset.seat, area.dataset.wager, area.dataset.spot, area.dataset.choice ?? ""].join("|");
  const chipInHand = () => Number(live.querySelector("input[name=chip]:checked")?.value ?? live.querySelector("input[name=chip]")?.value ?? 0);

// Pending chips are shown on the felt in a broken ring.
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
    if (area.getAttribute("aria-disabled") === "true") { showWhyNot(area); return; }
    if (area.dataset.stands !== undefined) return;
    const sizes = area.dataset.sizes?.split(" ").map(Number), now = pending.get(nameOf(area)) ?? 0;
    if (sizes) pending.set(nameOf(area), now ? sizes[(sizes.indexOf(now) + 1) % sizes.length] : sizes[0]);
    else pending.set(nameOf(area), now + (now || Number(area.dataset.amount) ? cents : Math.max(cents, Number(area.dataset.least))));
    showAreas();
  }

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
    else byId("refused").textContent = "This seat has no earlier wager to repeat.";
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

  Object.assign(tablePage, { pending, areas, chipInHand, showAreas, bet, place, rebet, clear });
})();
