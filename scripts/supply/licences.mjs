/** Whether an SPDX expression can be kept by these licences alone. An old `/` is an OR. */
export function kept(expression, licences) {
  const tokens = expression.replaceAll('/', ' OR ').match(/[()]|[^\s()]+/g) ?? []
  const follows = (word) => tokens[0] === word && tokens.shift() !== undefined
  function one() {
    if (follows('(')) {
      const inner = either()
      return follows(')') && inner
    }
    const licence = tokens.shift()
    return licences.includes(follows('WITH') ? `${licence} WITH ${tokens.shift()}` : licence)
  }
  function both() {
    let all = one()
    while (follows('AND')) all = one() && all
    return all
  }
  function either() {
    let any = both()
    while (follows('OR')) any = both() || any
    return any
  }
  return either() && tokens.length === 0
}
