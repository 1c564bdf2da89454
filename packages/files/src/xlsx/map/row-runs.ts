/** Collects numbers that come in order and tells them as runs: `3-7`, `12`. */
export class RowRuns {
  readonly #runs: { from: number; to: number }[] = [];

  add(row: number): void {
    const last = this.#runs.at(-1);
    if (last && row === last.to + 1) last.to = row;
    else this.#runs.push({ from: row, to: row });
  }

  ranges(): string[] {
    return this.#runs.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`));
  }
}
