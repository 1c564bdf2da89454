import { SessionFilter } from '@atelier/contracts';

/** The filter that an address names; what it says wrong is left out. */
export const filterOf = (search: object): SessionFilter => {
  const said = Object.entries(search).flatMap(([name, value]) => {
    // A word of digits comes out of an address as a number.
    const one = { [name]: typeof value === 'boolean' ? value : String(value) };
    return SessionFilter.safeParse(one).success ? [one] : [];
  });
  return Object.assign({}, ...said) as SessionFilter;
};

/** What of a filter goes into the address. */
export const addressOf = ({ query, ...rest }: SessionFilter): SessionFilter =>
  query === undefined || query === '' ? rest : { ...rest, query };
