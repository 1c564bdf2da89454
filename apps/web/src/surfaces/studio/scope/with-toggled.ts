/** The most elements one message can be about. */
const most = 20;

export const withToggled = (chosen: readonly string[], id: string): readonly string[] =>
  chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id].slice(-most);
