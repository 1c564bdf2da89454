/**
 * What people put around a request when they write as they speak: "good. now …", "oh sorry, …", "… pls". It says nothing
 * of what is wanted, so no rule has to know it. A text between quotes begins with none of it.
 */
export const withoutLooseTalk = (request: string): string => {
  const bare = request
    .trim()
    .replace(/(?<![\p{L}"])(can|could|would|will|do) u(?![\p{L}])/giu, '$1 you')
    .replace(leading, '')
    .replace(trailing, '$<end>')
    .trim();
  // A thank you alone, or a single word, is left as it is.
  return bare.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word)).length < 2 ? request : bare;
};

const opening = [
  '(?:good|great|nice|perfect|super|cool|lovely|excellent|brilliant|wonderful|fine|right|well|ah|oh|oops|hmm+|sorry|thanks|thank you|thx|cheers|ok|okay|yes|yep|alright|all right|hi|hello|hey|good morning|morning|hi there|hello there)(?: (?:one|job|stuff|work|thanks|thank you|sorry))?',
  '(?:טוב|יופי|מעולה|מצוין|נהדר|סבבה|אחלה|תודה|תודה רבה|אוקיי|אוקי|בסדר|אה|אוי|סליחה|היי|שלום|בוקר טוב|כן)',
].join('|');
/** Such a word ends its own sentence, or goes on with another such word. */
const leading = new RegExp(
  `^(?:(?:${opening})(?:\\s*[,.!…]+|\\s+[-–—](?=\\s)|(?=\\s+(?:${opening})\\s*[,.!…]))\\s*)+(?=\\S)`,
  'iu',
);
const trailing =
  /(?:[\s,.]+(?:btw|by the way|pls|plz|please|thx|thanks(?: a lot| so much)?|thank you|cheers|ta|בבקשה|תודה(?: רבה)?|אגב|דרך אגב)|\s*[:;]-?[)D])+\s*(?<end>[?!.]*)$/iu;
