/* Whether things move: as the player prefers, else as the device says. */
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

export function isStill() {
  const { motion } = document.documentElement.dataset;
  return motion === "reduced" || (motion !== "full" && STILL.matches);
}
