/** Thrown for what is a formula but beyond this evaluator; its cells are then left to be calculated on opening. */
export class Unsupported extends Error {}
