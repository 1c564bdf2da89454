/** What can stand after a slash at the start of a message, in both languages; what it does is said in words. */
export const slashCommands = [
  { id: 'change', he: '/שינוי', en: '/change' },
  { id: 'element', he: '/אלמנט', en: '/element' },
  { id: 'task', he: '/משימה', en: '/task' },
  { id: 'ideas', he: '/רעיונות', en: '/ideas' },
  { id: 'plan', he: '/תוכנית', en: '/plan' },
  { id: 'price', he: '/מחיר', en: '/price' },
  { id: 'build', he: '/בנייה', en: '/build' },
  { id: 'check', he: '/בדיקה', en: '/check' },
  { id: 'ask', he: '/שאלות', en: '/ask' },
  { id: 'qa', he: '/מידע', en: '/qa' },
  { id: 'apply', he: '/החל', en: '/apply' },
  { id: 'discard', he: '/בטל', en: '/discard' },
] as const;
