/** The browser saves it; nothing is opened. */
export const save = (address: string): void => {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
};
