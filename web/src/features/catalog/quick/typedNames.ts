/** Reads names that are typed in one line: "Personal, Familiar". */
export const namesIn = (text: string) =>
  text
    .split(',')
    .map((name) => ({ name: name.trim() }))
    .filter(({ name }) => name !== '')
