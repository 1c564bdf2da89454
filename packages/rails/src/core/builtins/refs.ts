/** Texts a prompt can embed whole with `{kind:"ref", refId}`. Closed; at most 2 KiB each. */
export type RefEntry = { readonly refId: string; readonly summary: string; readonly text: string };

const ref = (name: string, summary: string, ...lines: readonly string[]): RefEntry => ({
  refId: `wr.refs.${name}`,
  summary,
  text: lines.join('\n'),
});

export const refEntries: readonly RefEntry[] = [
  ref(
    'v2_definition',
    'What a WorkRail run is, in six sentences.',
    'You are inside a workflow that hands you one step at a time.',
    'Only the pending step is known; later steps may depend on what you report, so do not work ahead.',
    'The state token says where you are. The ack token is the receipt you hand in to complete this step.',
    'Completing a step records your notes and artifacts for good and returns the next step.',
    'If this conversation is rewound or lost, calling with the state token alone brings you back to this very place.',
    'Nothing you did not send exists for whoever continues after you.',
  ),
  ref(
    'append_only_truth',
    'Nothing recorded is edited or removed; corrections are added.',
    'What is recorded stays recorded. To correct something, say so in the notes of the step where you noticed it; do not try to redo a completed step.',
    'Going back and completing an earlier step again opens a new branch. The old branch remains, and both can be read.',
  ),
  ref(
    'jcs_hashing',
    'How content is made comparable before it is hashed.',
    'JSON that is hashed is first written in canonical form (RFC 8785): keys sorted by code unit, no spaces, one spelling for each number and string.',
    'Two documents with equal content therefore have equal hashes, whatever order their keys were typed in. Never hash JSON text as it happens to be written.',
  ),
  ref(
    'modes_semantics',
    'What each autonomy mode asks of the agent.',
    '- guided: stop where a confirmation is asked for, and where something is missing that only the user has.',
    '- full auto, stop on user dependencies: decide what can be decided from evidence, record each assumption, and stop only for what the user alone can supply.',
    '- full auto, never stop: also go on without it; choose the safest reversible course and record the gap.',
    'No mode weakens an output contract, and none hides an assumption: what was derived, assumed or skipped belongs into the notes.',
  ),
  ref(
    'notes_first_durability',
    'How to write notes that survive the conversation.',
    'Write notes as if the conversation were gone tomorrow: they are what the next reader has.',
    'Cover this step alone, in 10 to 30 lines: what you did and decided, and why; what you produced, with paths; what was surprising or is still open.',
    'Name files, commands, figures and error texts exactly. Do not repeat notes of earlier steps; they are kept.',
  ),
  ref(
    'synthesis_under_disagreement',
    'How to conclude when sources or reviewers disagree.',
    'When findings disagree, do not average them and do not count votes.',
    '1. State each claim with the evidence it rests on.',
    '2. Find the observation that would tell them apart, and make it if you can.',
    '3. Decide by evidence; where none decides, take the choice that is cheaper to undo.',
    '4. Record the losing claim and what would revive it.',
  ),
  ref(
    'parallelize_cognition_serialize_synthesis',
    'Spread out the looking, keep the deciding in one place.',
    'Look from several angles at once where you can: separate helpers, or separate passes with one question each.',
    'Each angle works from the same facts, does not see the others’ conclusions, and reports findings with evidence, not decisions.',
    'Decisions are made once, by you, after all findings are in. No helper edits what another one reads.',
  ),
  ref(
    'adversarial_challenge_rules',
    'How to attack a conclusion so that the attack is worth something.',
    'Try to prove the leading conclusion wrong before you rely on it.',
    '- Name the observation that would refute it, then look for exactly that.',
    '- Offer at least one rival explanation that fits all known facts.',
    '- Ask what would have to be true for this to fail in use: input, timing, scale, environment, people.',
    '- An objection without a check that could be run is an opinion; mark it as one.',
    'If the conclusion survives, say which attacks it survived. If not, say what replaces it.',
  ),
  ref(
    'memory_usage',
    'How to use long-term memory, where the agent has one.',
    'If you have a long-term memory, treat it as a source of leads, not of facts: check what you recall against the present state of the files before relying on it.',
    'Say in the notes what was recalled and whether it still held.',
  ),
  ref(
    'memory_store',
    'What is worth remembering beyond this run.',
    'Store only what will still be true and useful in another run: decisions with their reasons, conventions of this project, traps and how to avoid them, where things live.',
    'Never store secrets, personal data, or what a file already says. Write each entry so that it is clear without this conversation.',
  ),
  ref(
    'memory_query',
    'How to ask long-term memory before starting.',
    'Before you start, query memory with the nouns of the task: the project, the component, the error text, the names of files.',
    'Ask two or three narrow questions rather than a broad one. Note what came back empty, so that nobody asks again.',
  ),
];
