import { chromium } from '@playwright/test'
const sizes = [[1280,800,'light'],[360,740,'dark'],[768,1024,'light'],[1920,1080,'dark'],[360,740,'light'],[1024,768,'light']]
const pages = process.argv.slice(2)
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
for (const [w,h,scheme] of sizes) {
  const ctx = await b.newContext({ viewport: { width: w, height: h }, colorScheme: scheme, locale: 'es-PE', timezoneId: 'America/Lima' })
  const p = await ctx.newPage()
  await p.goto('http://127.0.0.1:7921/login')
  await p.locator('input').first().fill('admin')
  await p.locator('input[type=password]').fill('comanda-demo')
  await p.keyboard.press('Enter')
  await p.waitForURL((u) => !u.pathname.includes('login'))
  for (const path of pages) {
    await p.goto('http://127.0.0.1:7921' + path)
    await p.waitForTimeout(1500)
    await p.screenshot({ path: `/tmp/look/${path.replaceAll(/[^a-z]/g,'_')}-${w}-${scheme}.png` })
  }
  await ctx.close()
}
await b.close()
