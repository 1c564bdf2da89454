/** What a person may do in the whole installation, least first. Roles in one project come on top of these. */
export const roles = ['viewer', 'member', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Whether `role` includes everything that `least` may do. */
export const includesRole = (role: Role, least: Role): boolean => roles.indexOf(role) >= roles.indexOf(least);
