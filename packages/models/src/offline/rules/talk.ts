import { writeAskNote } from '../../view/ask-note.ts';
import type { Bilingual } from '../plan.ts';
import type { OfflineRule } from '../rule.ts';
import { examplesOf, lookForNames, nearest } from '../suggest.ts';
import { pattern } from './words.ts';

const said = (...sources: readonly string[]) => {
  const patterns = sources.map((source) => pattern(`(?:${source})[\\s.!?]*`));
  return (words: string) => patterns.some((each) => each.test(words.trim()));
};
const isHelp = said(
  'help(?: me)?(?: please)?|what can (?:you|i) (?:do|ask)(?: for me| here| you)?|what (?:do you do|are you able to do|can i ask(?: you)?(?: for)?)|how does this work|what are you(?: able to do)?|who are you|commands|examples?',
  'עזרה|מה (?:אתה|את|אתם) (?:יודע|יודעת|יכול|יכולה|יודעים|יכולים)(?: לעשות)?|מה אפשר (?:לבקש|לעשות|לשאול)(?: ממך| כאן)?|איך זה עובד|מה אתה|מי אתה|דוגמאות?',
);
const isThanks = said(
  'thanks?(?: you)?(?: so much| very much| a lot)?|thank you(?: so much| very much)?|cheers|great|perfect|nice|ok(?:ay)?|well done',
  'תודה(?: רבה)?|מעולה|יופי|אוקיי|בסדר',
);
const isHello = said('hi|hello|hey|good (?:morning|afternoon|evening)', 'שלום|היי|הי|בוקר טוב|ערב טוב|צהריים טובים');
const oops =
  '(?:(?:no|oh|oops|wait|sorry|please|pls|can you|could you|hmm|stop|(?:that was )?(?:the )?wrong (?:one|row|line|file|thing)|my mistake|my bad|that was wrong)[\\s,.!]+)*';
const isUndo = said(
  `${oops}(?:undo(?: (?:it|that|this|the last (?:change|step)))?|take (?:it|that) back|revert(?: (?:it|that))?|go back|cancel (?:it|that|the last change)|(?:bring|put|get) (?:it|them|that|those)(?: all)? back)(?: again)?(?: please| pls)?`,
  '(?:(?:אופס|לא|רגע|סליחה|בבקשה|אוי)[\\s,.!]+)*(?:בטלי?(?: (?:את זה|את השינוי|את הפעולה))?|תבטלי?(?: את זה| את השינוי)?|לבטל|חזור אחורה|ביטול|תחזירי? (?:אותם|אותו|אותה|אותן|את זה|אחורה)|להחזיר (?:אותם|את זה))(?: בבקשה)?',
);

const texts: Readonly<Record<'thanks' | 'hello' | 'undo', Bilingual>> = {
  thanks: { en: "You're welcome.", he: 'בשמחה.' },
  hello: { en: 'Hello. Tell me what to do with your files.', he: 'שלום. כתבו מה לעשות עם הקבצים.' },
  undo: {
    en: "I can't undo a change myself. Changes wait in the Draft: open it, choose Discard to drop them, or Publish to keep them.",
    he: 'איני יכול לבטל שינוי בעצמי. השינויים מחכים בטיוטה: פתחו אותה ובחרו "מחיקה" כדי לוותר עליהם, או "פרסום" כדי לשמור אותם.',
  },
};

/** Short words that ask nothing of a file. */
export const talkRule = (rules: () => readonly OfflineRule[]): OfflineRule => ({
  id: 'help',
  ways: [{ en: 'what can you do?', he: 'מה אפשר לבקש?' }],
  read: ({ original }) => {
    if (isHelp(original)) return { kind: 'help' };
    if (isThanks(original)) return { kind: 'thanks' };
    if (isHello(original)) return { kind: 'hello' };
    return isUndo(original) ? { kind: 'undo' } : undefined;
  },
  *plan({ part, say, files, language }) {
    const kind = part('kind') as 'help' | keyof typeof texts;
    if (kind !== 'help') return say(texts[kind].en, texts[kind].he);
    const names = yield* lookForNames(files, undefined, language);
    const examples = examplesOf(
      rules().filter(({ id }) => id !== 'help'),
      names,
      language,
    );
    return (
      [
        say(
          "I'm the built-in model: rules, no AI. I read a request word by word and do exactly that, or say why not. With these files you can ask:",
          'אני המודל המובנה: כללים, ללא בינה מלאכותית. אני קורא בקשה מילה במילה ועושה בדיוק אותה, או אומר למה לא. עם הקבצים האלה אפשר לבקש:',
        ),
        '',
        ...examples.map((example) => `- ${example}`),
        '',
        say('For anything else, connect a model in Settings.', 'לכל דבר אחר, חברו מודל בהגדרות.'),
      ].join('\n') + writeAskNote(nearest(examples, '', 3))
    );
  },
});
