/** Hands a file of the server to the browser's own downloads. */
export const download = ({ url, fileName }: { readonly url: string; readonly fileName: string }): void => {
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
};
