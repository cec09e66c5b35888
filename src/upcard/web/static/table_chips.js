// Pending chips, and placing, repeating and clearing wagers.
"use strict";
(() => {
  const { live, name, byId, money, kept, dollarsOf, middleOf, tell, ask, refuse, shown, showWhyNot } = tablePage;
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
    const words = money(cents), wide = 17 * words.length + 16;
    byId("effects").append(svg("g", { class: "tp-pending" },
      svg("circle", { cx: at.x, cy: at.y, r: 36 }),
      svg("use", { href: `#uc-chip${chip}`, x: at.x - 31, y: at.y - 31, width: 62, height: 62 }),
      svg("rect", { class: "tp-plate", x: at.x - wide / 2, y: at.y + 37, width: wide, height: 36, rx: 15 }),
      svg("text", { class: "tp-amount", x: at.x, y: at.y + 65, "font-size": 30 }, words),
    ));
  }

  function showAreas() {
    for (const each of byId("effects").querySelectorAll(".tp-pending")) each.remove();
    for (const area of areas()) {
      const there = Number(area.dataset.amount), more = pending.get(nameOf(area)) ?? 0;
      area.querySelector("[data-shown]").textContent = money(there + more);
      area.classList.toggle("is-pending", more > 0);
      area.classList.toggle("is-placed", there > 0);
      if (more) showPending(area, there + more);
      const words = area.querySelector(".tp-area-name").textContent, limits = area.querySelector("[data-limits]").textContent;
      const coupon = area.dataset.coupon ? `, with a coupon of ${money(Number(area.dataset.coupon))}` : "";
      area.setAttribute("aria-label", `Seat ${area.dataset.seat}, ${words}: ${money(there + more)}, ${limits}${coupon}${more ? ", not placed yet" : ""}`);
    }
    const whole = [...pending.values()].reduce((sum, each) => sum + each, 0);
    const place = byId("place");
    if (place) place.textContent = whole ? `Place ${money(whole)}` : "Place wagers";
  }

  // Return why an area may not hold this many more chips: its maximum, or the chips in front of the seat.
  function whyNotMore(area, more) {
    const { seat, most, amount } = area.dataset, words = area.querySelector(".tp-area-name").textContent;
    if (most && Number(amount) + more > Number(most)) return `Seat ${seat}, ${words}: the maximum is ${money(Number(most))}.`;
    const chips = Number(area.closest("[data-chips]").dataset.chips);
    const others = areas().filter((each) => each !== area && each.dataset.seat === seat).reduce((sum, each) => sum + (pending.get(nameOf(each)) ?? 0), 0);
    return others + more > chips ? `Seat ${seat} has ${money(chips)} in chips: buy chips to wager more.` : "";
  }

  function bet(area, cents) {
    if (area.getAttribute("aria-disabled") === "true") { showWhyNot(area); return; }
    if (area.dataset.stands !== undefined) return;
    const sizes = area.dataset.sizes?.split(" ").map(Number), now = pending.get(nameOf(area)) ?? 0;
    const more = sizes ? (now ? sizes[(sizes.indexOf(now) + 1) % sizes.length] : sizes[0])
      : now + (now || Number(area.dataset.amount) ? cents : Math.max(cents, Number(area.dataset.least)));
    const why = whyNotMore(area, more);
    refuse(why ? [{ message: why }] : []);
    if (!why) pending.set(nameOf(area), more);
    showAreas();
  }

  const wagerOf = (area) => {
    const there = Number(area.dataset.amount), choice = area.dataset.choice === undefined ? {} : { choice: Number(area.dataset.choice) };
    return { id: nameOf(area), wager: area.dataset.wager, choice, coupon: Number(area.dataset.coupon ?? 0), there, sum: there + (pending.get(nameOf(area)) ?? 0), stands: area.dataset.stands !== undefined };
  };
  const grows = ({ there, sum }) => sum > there;

// A larger blackjack wager takes all wagers of the seat back and puts them down again. What is refused stays as it was,
// and its chips stay in hand; all reasons are returned.
  async function placeAt(seat, wagers) {
    const boxes = wagers.filter(({ wager }) => wager === "blackjack"), others = wagers.filter(({ wager }) => wager !== "blackjack");
    const again = boxes.some(grows) && boxes.some(({ there }) => there);
    const reasons = [];
    const put = ({ wager, choice, coupon }, cents) => {
      const made = coupon ? { amounts: [dollarsOf(cents[0] - coupon)], coupon: dollarsOf(coupon) } : { amounts: cents.map(dollarsOf) };
      return tell({ command: "PlaceWager", seat, wager, ...made, ...choice });
    };
    const change = async (each, changed, cents, before) => {
      const refusals = await put(each, cents);
      reasons.push(...refusals);
      if (!refusals.length) for (const { id } of changed) pending.delete(id);
      else if (before.some(Boolean)) await put(each, before);
      return !refusals.length;
    };
    const amounts = (which) => {
      const cents = boxes.map((box) => box[which]);
      while (cents.length > 1 && !cents[cents.length - 1]) cents.pop();
      return cents;
    };
    if (again) await takeBack(seat);
    if (boxes.some(grows) && !await change(boxes[0], boxes, amounts("sum"), amounts("there")) && !again) return reasons;
    for (const each of others) {
      if (!grows(each) && !(again && each.there && !each.stands)) continue;
      if (each.there && !again) reasons.push(...await tell({ command: "WithdrawWager", seat, wager: each.wager, ...each.choice }));
      await change(each, [each], [each.sum], [each.there]);
    }
    if (!reasons.length) kept.set(memory(seat), wagers.map(({ id, sum, coupon }) => [id, sum - coupon]));
    return reasons;
  }

  // One after the other, each on what the one before has left on the layout.
  let placing = Promise.resolve();
  const place = () => { placing = placing.then(placeNow); return placing; };

  async function placeNow() {
    const seats = [...new Set(areas().map((area) => area.dataset.seat))];
    const chosen = seats.map((seat) => [Number(seat), areas().filter((area) => area.dataset.seat === seat).map(wagerOf)]);
    const reasons = [];
    for (const [seat, wagers] of chosen) if (wagers.some(grows)) reasons.push(...await placeAt(seat, wagers));
    await shown();
    refuse(reasons);
    showAreas();
    return !reasons.length;
  }

  const memory = (seat) => `wagers.${name}.${seat}`;

  async function rebet() {
    pending.clear();
    const reasons = [];
    for (const area of areas()) {
      const earlier = new Map(kept.get(memory(area.dataset.seat), [])).get(nameOf(area));
      if (!earlier || Number(area.dataset.amount) || area.getAttribute("aria-disabled") === "true") continue;
      const why = whyNotMore(area, earlier);
      if (why) reasons.push({ message: why });
      else pending.set(nameOf(area), earlier);
    }
    showAreas();
    if (pending.size && !reasons.length) await place();
    else refuse(reasons.length ? reasons : [{ message: "This seat has no earlier wager to repeat." }]);
  }

  async function takeBack(seat) {
    for (const each of [...live.querySelectorAll("[data-withdraw]")]) {
      const body = JSON.parse(each.dataset.withdraw);
      if (!seat || body.seat === seat) await ask(body);
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
