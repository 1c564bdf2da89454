import { usePersonName } from '../../../people/use-people.ts';

/** Whoever did something, by name. */
export const Person = ({ id }: { readonly id: string }) => <bdi>{usePersonName()(id)}</bdi>;
