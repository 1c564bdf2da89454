/** Where a run stands: the phases of an agent turn, and a question that changes nothing. */
export type TaskPhase = 'research' | 'plan' | 'implement' | 'summary' | 'ask';

/**
 * What a call is for, in a form a program can read. A hosted model gets the same in its prompt and never sees this;
 * the built-in model has nothing else to go by once a phase starts without the conversation.
 */
export type ChatTask = {
  readonly phase: TaskPhase;
  /** The person's message, as written. */
  readonly request: string;
  /** The text that Research ended with. */
  readonly research?: string;
  /** The plan as it stands, with its marks. */
  readonly plan?: string;
  /** The item that Implement works on. */
  readonly item?: TaskItem;
  /** What became of the items so far, in the order they were worked on. */
  readonly results?: readonly TaskResult[];
};

export type TaskItem = { readonly number: number; readonly label: string };

export type TaskResult = {
  readonly item: TaskItem;
  readonly outcome: 'done' | 'failed';
  /** The text the item ended with, or why it failed. */
  readonly text: string;
};
