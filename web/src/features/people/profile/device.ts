/** Returns "Chrome en Windows" from a user agent; null where it names nothing known. */
export function deviceName(agent: string): { browser: string; system: string } | null {
  const browser = first(agent, [
    [/Edg\//, 'Edge'],
    [/OPR\//, 'Opera'],
    [/SamsungBrowser\//, 'Samsung Internet'],
    [/Firefox\//, 'Firefox'],
    [/(HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
    [/Safari\//, 'Safari'],
  ])
  const system = first(agent, [
    [/Android/, 'Android'],
    [/iPad/, 'iPad'],
    [/iPhone/, 'iPhone'],
    [/Windows/, 'Windows'],
    [/Mac OS X/, 'Mac'],
    [/CrOS/, 'Chromebook'],
    [/Linux/, 'Linux'],
  ])
  return browser && system ? { browser, system } : null
}

const first = (text: string, kinds: [RegExp, string][]) =>
  kinds.find(([kind]) => kind.test(text))?.[1] ?? null
