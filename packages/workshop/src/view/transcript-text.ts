import type { Bench } from '../core/bench.ts';
import { nodesUpFrom } from './path-items.ts';
import type { Transcript, TranscriptNode } from './transcript.ts';

type Format = 'md' | 'json' | 'jsonl';
type Row = {
  readonly id: string;
  readonly role: 'user' | 'assistant' | 'system';
  readonly at: string;
  readonly text?: string;
  readonly modelId?: string;
  readonly state?: string;
  readonly event?: string;
  readonly facts?: object;
};

/** The conversation of the active path, for other programs and for people. */
export const transcriptText = (
  format: Format,
  bench: Pick<Bench, 'name' | 'head'>,
  talk: Transcript,
): { readonly text: string; readonly type: string } => {
  const rows = [...nodesUpFrom(talk, bench.head)].reverse().flatMap((node) => rowOf(node) ?? []);
  switch (format) {
    case 'json':
      return {
        text: `${JSON.stringify({ name: bench.name, messages: rows }, null, 2)}\n`,
        type: 'application/json; charset=utf-8',
      };
    case 'jsonl':
      return {
        text: rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
        type: 'application/jsonl; charset=utf-8',
      };
    case 'md':
      return { text: [`# ${bench.name}\n`, ...rows.map(asMarkdown)].join('\n'), type: 'text/markdown; charset=utf-8' };
  }
};

const rowOf = ({ id, role, at, item }: TranscriptNode): Row | undefined => {
  switch (item?.kind) {
    case 'user':
      return { id, role, at, text: item.text };
    case 'assistant':
      return { id, role, at, text: item.text, modelId: item.modelId, state: item.state };
    case 'card':
      return { id, role, at, event: item.event, facts: item.facts };
    default:
      return undefined;
  }
};

const asMarkdown = ({ role, at, text, modelId = '', state, event = '', facts }: Row): string => {
  const when = `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;
  if (role === 'system') return `*${when}: ${wordsOf(event, facts)}*\n`;
  const who = role === 'user' ? 'You' : nameOf(modelId);
  return `## ${who} · ${when}${state === 'interrupted' ? ' · interrupted' : ''}\n\n${text}\n`;
};

/** A model by the name it goes by where the list of models is not at hand. */
const nameOf = (modelId: string): string =>
  modelId === 'builtin:offline' ? 'Built-in (rules, no AI)' : modelId.slice(modelId.indexOf(':') + 1);

const words: Readonly<Record<string, string>> = {
  publish_checkpoint: 'Published',
  publish_undone: 'Publishing undone',
  checkpoint_restored: 'Checkpoint restored',
  draft_discarded: 'Draft discarded',
  draft_reopened: 'Draft reopened',
  draft_changes_applied: 'The Draft changed',
  proposal_failed: 'The model couldn’t make the change',
  context_compressed: 'Older messages summarised for the model',
  style_notice: 'The general style was used',
  context_item_unavailable: 'A context item couldn’t be read',
  compare_chosen: 'A response was chosen',
};

/** A card in words. One that this version does not know is told by its own name. */
const wordsOf = (event: string, facts: object = {}): string => {
  const { to, client, modelId } = facts as Readonly<Record<string, unknown>>;
  if (event === 'model_switched' && typeof to === 'string') return `Switched to ${nameOf(to)}`;
  if (event === 'draft_changes_applied' && typeof client === 'string') return `${client} changed the Draft`;
  if (event === 'compare_chosen' && typeof modelId === 'string') return `The response of ${nameOf(modelId)} was chosen`;
  return words[event] ?? event.replaceAll('_', ' ');
};
