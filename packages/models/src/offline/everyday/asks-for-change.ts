/** Verbs that ask for a change or for something outside the folder. A question is not read out of them. */
const verbs =
  'push|postpone|bring (?:down|up|forward)|take (?:off|out|away)|clear|put in|write off|knock off|assign|reassign|extend|raise|lower|increase|reduce|tick|register|tidy|clean|colou?r|highlight|bold|format|adjust|alter|allocate|hand over|add|put|change|update|fix|mark|set|move|delete|remove|make|create|save|sort|rename|replace|swap|correct|email|e-mail|send|text|print|mail|call|ring|fill|insert|merge|split (?!(?:it |that |this |them |those |these )?(?:up )?by )|convert|cancel|record|enter|write|draft|remind|round|copy|export|translate|summari[sz]e|give(?! me)|take(?= .* out)';
export const asksForChange = new RegExp(
  `^(?:(?:please|pls|ok|okay|and|now|so|can you|could you|would you|will you)[\\s,]+)*(?:${verbs})(?![\\p{L}])|(?:can you|could you|please|pls|[,.;!] (?:and |so |then )?)\\s*(?:please |just )?(?:${verbs})(?![\\p{L}])|(?<![\\p{L}])(?:should be|save (?:it|that|this|them)|mark (?:it|them|that))(?![\\p{L}])`,
  'iu',
);
