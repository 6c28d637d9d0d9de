const PIECES = 90;
const LASTS_MS = 2200;
const FALLS = 0.0011;

/** Throws confetti once from an element, unless the visitor prefers reduced motion. */
export function throwConfetti(from: Element): void {
  if (!matchMedia("(prefers-reduced-motion: no-preference)").matches) {
    return;
  }
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (context === null) {
    return;
  }
  canvas.style.cssText = "position:fixed;z-index:9;inset:0;pointer-events:none";
  canvas.width = innerWidth;
  canvas.height = innerHeight;
  document.body.append(canvas);
  const style = getComputedStyle(from);
  const colors = ["--brand", "--link", "--ink", "--alarm"].map((name) => style.getPropertyValue(name));
  const { left, width, top } = from.getBoundingClientRect();
  const pieces = Array.from({ length: PIECES }, (_, index) => ({
    x: left + width / 2,
    y: Math.max(80, top),
    sideways: (Math.random() - 0.5) * 0.9,
    up: -0.35 - Math.random() * 0.55,
    size: 5 + Math.random() * 6,
    turn: Math.random() * 6,
    color: colors[index % colors.length] ?? "",
  }));
  const begun = performance.now();
  const draw = (now: number) => {
    const passed = now - begun;
    if (passed > LASTS_MS) {
      canvas.remove();
      return;
    }
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.globalAlpha = Math.min(1, (LASTS_MS - passed) / 600);
    for (const { x, y, sideways, up, size, turn, color } of pieces) {
      context.save();
      context.translate(x + sideways * passed, y + up * passed + (FALLS / 2) * passed * passed);
      context.rotate(turn + passed / 180);
      context.fillStyle = color;
      context.fillRect(-size / 2, -size / 4, size, (size / 2) * Math.cos(passed / 120 + turn));
      context.restore();
    }
    requestAnimationFrame(draw);
  };
  requestAnimationFrame(draw);
}
