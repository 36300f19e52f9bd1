// Saves an object of the API as a file.

/** @param name the name of the file */
export function saveFile(name: string, content: object): void {
  const file = new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' });
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
