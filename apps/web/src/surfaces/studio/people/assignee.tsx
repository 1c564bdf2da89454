import { useAssigneeName } from './use-assignees.ts';

/** Whoever a task is given to, by name. */
export const Assignee = ({ id }: { readonly id: string }) => <bdi>{useAssigneeName()(id)}</bdi>;
