/** Brings the next or previous change of the file in sight and puts the focus on it. */
export const walkChanges = (box: HTMLElement | null, step: 1 | -1): void => {
  const all = [...(box?.querySelectorAll<HTMLElement>('[data-change]') ?? [])];
  if (all.length === 0) return;
  const focused = document.activeElement?.closest<HTMLElement>('[data-change], tr');
  const now = all.findIndex((each) => each === focused || focused?.contains(each) === true);
  const next = all[now < 0 ? (step === 1 ? 0 : all.length - 1) : (now + step + all.length) % all.length];
  next?.scrollIntoView({ block: 'center' });
  next?.focus({ preventScroll: true });
};
