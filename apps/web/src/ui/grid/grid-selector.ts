/** The element of a grid that scrolls. */
export const gridSelector = '.atelier-grid';
