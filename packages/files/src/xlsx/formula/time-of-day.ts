/** The time of a day in seconds, rounded and cut. It is whole when its parts of a second are the last bit of the serial. */
export const secondsOfDay = (
  serial: number,
): { readonly day: number; readonly rounded: number; readonly cut: number; readonly isWhole: boolean } => {
  const day = Math.floor(serial);
  const seconds = (serial - day) * 86_400;
  const rounded = Math.round(seconds);
  return { day, rounded, cut: Math.floor(seconds), isWhole: Math.abs(seconds - rounded) <= serial * 2 ** -51 * 86_400 };
};
