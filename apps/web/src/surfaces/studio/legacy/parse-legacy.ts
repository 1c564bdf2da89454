import { LegacyConversation } from '@atelier/contracts/studio';
import { z } from 'zod';

type Message = LegacyConversation['messages'][number];
type Tab = LegacyConversation['tab'];

const Loose = z.looseObject({
  tab: z.string().optional(),
  title: z.string().optional(),
  messages: z.array(
    z.looseObject({
      role: z.string().optional(),
      text: z.string().optional(),
      content: z.string().optional(),
      at: z.string().optional(),
    }),
  ),
});

/**
 * Old conversations in whatever form they were kept: JSON as it was exported, Markdown with a heading per speaker, CSV,
 * or a chat as it was copied. Undefined when nothing in it is said by anybody.
 */
export const parseLegacy = (text: string, tab: Tab = 'other'): readonly LegacyConversation[] | undefined => {
  const found = fromJson(text, tab) ?? [{ tab, messages: fromLines(text) }];
  const parsed = z
    .array(LegacyConversation)
    .min(1)
    .max(50)
    .safeParse(found.filter(({ messages }) => messages.length > 0));
  return parsed.success ? parsed.data : undefined;
};

const fromJson = (text: string, tab: Tab): readonly LegacyConversation[] | undefined => {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  const whole = z.looseObject({ conversations: z.array(Loose) }).safeParse(json);
  const read = z.union([z.array(Loose), Loose]).safeParse(whole.success ? whole.data.conversations : json);
  if (!read.success) return undefined;
  return [read.data].flat().map(({ title, messages, ...rest }) => ({
    tab: tabOf(rest.tab) ?? tab,
    ...(title === undefined ? {} : { title: title.slice(0, 300) }),
    messages: messages.flatMap(({ role, text: said, content, at }): readonly Message[] => {
      const words = (said ?? content ?? '').trim().slice(0, 20_000);
      return words === ''
        ? []
        : [{ role: roleOf(role ?? 'user'), text: words, ...(at === undefined ? {} : { at: at.slice(0, 40) }) }];
    }),
  }));
};

const tabOf = (tab: string | undefined): Tab | undefined =>
  tab === 'ideation' || tab === 'planning' || tab === 'solutioning' ? tab : undefined;

const agents = /assistant|agent|bot|gpt|claude|gemini|עוזר|סוכן|בוט/i;
const roleOf = (name: string): Message['role'] =>
  /^system$/i.test(name.trim()) ? 'system' : agents.test(name) ? 'assistant' : 'user';

/** `**Dana:** …`, `### Assistant`, `[12.3.2025, 14:05] Dana: …`, `user,"…"`; lines without a speaker go on. */
const speaker =
  /^(?:#{1,6}\s*(?<heading>[^:]{1,40}?)\s*:?\s*$|\*\*(?<bold>[^*:]{1,40}):?\*\*:?\s*|\[(?<at>[^\]]{4,40})\]\s*(?<stamped>[^:]{1,40}):\s*|(?<csv>user|assistant|system),|(?<plain>[\p{L}][\p{L}\d .'-]{0,30}):\s+)/iu;

const fromLines = (text: string): readonly Message[] => {
  const messages: { role: Message['role']; at?: string; lines: string[] }[] = [];
  for (const line of text.replace(/\r\n?/g, '\n').split('\n')) {
    const match = speaker.exec(line);
    if (match?.groups) {
      const { heading, bold, at, stamped, csv, plain } = match.groups;
      const name = heading ?? bold ?? stamped ?? csv ?? plain ?? 'user';
      const rest = line.slice(match[0].length);
      const said = csv === undefined ? rest : rest.replace(/^"|"$/g, '').replaceAll('""', '"');
      messages.push({ role: roleOf(name), lines: [said], ...(at === undefined ? {} : { at }) });
    } else if (messages.length > 0) messages.at(-1)?.lines.push(line);
    else if (line.trim() !== '') messages.push({ role: 'user', lines: [line] });
  }
  return messages.flatMap(({ role, at, lines }): readonly Message[] => {
    const said = lines.join('\n').trim().slice(0, 20_000);
    return said === '' ? [] : [{ role, text: said, ...(at === undefined ? {} : { at }) }];
  });
};
