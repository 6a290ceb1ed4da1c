import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { phoneSize } from '../support/account'
import { callerOf } from '../support/api'
import { expect, newPage, password, test } from '../support/test'

test.use({ restaurant: 'people' })

const drawer = (page: Page) => page.getByRole('dialog')

test('the administrator keeps users, and the last of them stays', async ({
  page,
  signIn,
  expectAccessible,
}, info) => {
  const phone = phoneSize(info)
  await signIn('admin', '/users')
  await expect(page.getByRole('heading', { name: 'Usuarios' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Rosa Quispe', exact: true })).toBeVisible()
  await expectAccessible()

  await page.getByRole('button', { name: phone ? 'Nuevo' : 'Nuevo usuario' }).click()
  const form = drawer(page)
  await form.getByLabel('Nombre').fill('Nilda')
  await form.getByLabel('Apellidos').fill('Ávalos')
  await form.getByLabel('Correo').fill('nilda@laterraza.pe')
  await form.getByLabel(/^Usuario/).fill('mozo')
  await form.getByLabel(/^Contraseña/).fill('corta')
  await expectAccessible()
  await form.getByRole('button', { name: /^Crear/ }).click()
  await expect(form.getByText('Elige el rol.').first()).toBeVisible()
  await form.getByRole('combobox', { name: 'Rol' }).click()
  await page.getByRole('option', { name: 'Mozo' }).click()
  await form.getByRole('button', { name: /^Crear/ }).click()
  await expect(form.getByText('La contraseña necesita 8 letras o más.').first()).toBeVisible()
  await form.getByLabel(/^Contraseña/).fill('ají lomo pisco')
  await form.getByLabel('Repite la contraseña').fill('ají lomo pisco')
  await form.getByRole('button', { name: /^Crear/ }).click()
  await expect(form.getByText('Ya hay alguien con ese usuario. Elige otro.').first()).toBeVisible()
  await form.getByLabel(/^Usuario/).fill('nilda')
  await form.getByLabel(/^Usuario/).press('Enter')
  await expect(page.getByText('Usuario creado')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Nilda Ávalos', exact: true })).toBeVisible()

  await page.getByRole('searchbox').fill('avalos')
  await expect(page).toHaveURL(/q=avalos/)
  await expect(page.getByRole('button', { name: 'Rosa Quispe', exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Nilda Ávalos', exact: true }).click()
  await drawer(page).getByLabel('Apellidos').fill('Ávalos Ñahui')
  await drawer(page).getByLabel('Apellidos').press('Enter')
  await expect(page.getByText('Usuario actualizado')).toBeVisible()
  const off = page.getByRole('switch', { name: 'Nilda Ávalos Ñahui: activo' })
  await off.click({ force: true })
  await expect(off).not.toBeChecked()
  await expect(page.getByText('Estado de usuario actualizado')).toBeVisible()
  await page.getByRole('button', { name: 'Acciones de Nilda Ávalos Ñahui' }).click()
  await page.getByRole('button', { name: 'Eliminar' }).click()
  await drawer(page).getByRole('button', { name: 'Eliminar' }).click()
  await expect(page.getByText('Usuario eliminado')).toBeVisible()

  // The switch of the last administrator goes back, and says why.
  await page.goto('/users?q=mariana')
  const last = page.getByRole('switch', { name: 'Mariana Paz Soldán: activo' })
  await last.click({ force: true })
  await expect(page.getByText(/No puedes desactivar ni eliminar tu propio usuario/).first()).toBeVisible()
  await expect(last).toBeChecked()
  await page.getByRole('button', { name: 'Acciones de Mariana Paz Soldán' }).click()
  await page.getByRole('button', { name: 'Eliminar' }).click()
  await drawer(page).getByRole('button', { name: 'Eliminar' }).click()
  await expect(drawer(page).getByRole('alert').first()).toContainText('tu propio usuario')
})

test('a PIN and sessions are taken away, and a given password is changed at the first log-in', async ({
  page,
  browser,
  signIn,
  expectAccessible,
}, info) => {
  const away = await newPage(browser, info, 'supervisor')
  await signIn('admin', '/users?q=benavides')
  await page.getByRole('button', { name: 'Jorge Benavides', exact: true }).click()
  const form = drawer(page)
  await form.getByRole('button', { name: 'Quitar PIN' }).click()
  await expect(page.getByText('PIN quitado')).toBeVisible()
  await expect(form.getByText(/No tiene un PIN propio/)).toBeVisible()
  await expectAccessible()
  await page.screenshot({ path: info.outputPath('keys.png'), fullPage: true })
  await form.getByRole('button', { name: 'Cerrar sus sesiones' }).click()
  await expect(form.getByText('No está conectado en ningún equipo.')).toBeVisible()
  await away.goto('/dashboard')
  await expect(away).toHaveURL('/login')

  await form.getByLabel(/^Nueva contraseña/).fill('ají lomo pisco')
  await form.getByLabel('Repite la contraseña').fill('ají lomo pisco')
  await form.getByLabel('Repite la contraseña').press('Enter')
  await expect(page.getByText('Usuario actualizado')).toBeVisible()
  await expect(page.getByText(/Aún no eligió su contraseña/)).toBeVisible()

  await away.getByLabel('Usuario', { exact: true }).fill('supervisor')
  await away.getByLabel('Contraseña', { exact: true }).fill('ají lomo pisco')
  await away.getByRole('button', { name: 'Ingresar' }).click()
  await expect(away.getByRole('heading', { name: 'Elige tu contraseña, Jorge' })).toBeVisible()
  await expectAccessible(away)
  await away.screenshot({ path: info.outputPath('own-password.png') })
  await away.goto('/pos')
  await expect(away).toHaveURL('/own-password')
  await away.getByLabel('Nueva contraseña').fill('solo yo la conozco')
  await away.getByLabel('Repite la contraseña').fill('solo yo la conozco')
  await away.getByRole('button', { name: 'Guardar contraseña' }).click()
  await expect(away).toHaveURL('/dashboard')
  await away.goto('/own-password')
  await expect(away).toHaveURL('/dashboard')
  await away.context().close()
})

test('who forgot the password gets back in by mail', async ({ page, expectAccessible }) => {
  const diego = await callerOf('mozo2')
  await diego.put('/profile', { email: 'diego@laterraza.pe', current_password: password })
  const { outbox } = await (await callerOf('admin')).get<{ outbox: string }>('/smtp')

  await page.goto('/login')
  await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click()
  await expect(page).toHaveURL('/reset-password')
  await expect(page.getByText(/todavía no envía correos/)).toBeVisible()
  await expectAccessible()
  await page.getByLabel('Correo').fill('esto no es un correo')
  await page.getByRole('button', { name: 'Enviar enlace' }).click()
  await expect(page.getByText(/no está bien escrito/)).toBeVisible()
  await expect(page.getByLabel('Correo')).toBeFocused()
  await page.getByLabel('Correo').fill('Diego@laterraza.pe')
  await page.getByRole('button', { name: 'Enviar enlace' }).click()
  // The demo has no mail server, and says so.
  await expect(page.getByRole('heading', { name: 'Pide el enlace a tu administrador' })).toBeVisible()
  await expectAccessible()

  await expect.poll(() => letters(outbox).length).toBeGreaterThan(0)
  const link = /http\S+\/new-password\S+/.exec(letters(outbox)[0] ?? '')?.[0] ?? ''
  await page.goto(link)
  await expectAccessible()
  await page.getByLabel('Nueva contraseña').fill('tres gatos verdes')
  await page.getByLabel('Repite la contraseña').fill('tres gatos')
  await page.getByRole('button', { name: 'Guardar contraseña' }).click()
  await expect(page.getByText('Las dos contraseñas no son iguales.')).toBeVisible()
  await page.getByLabel('Repite la contraseña').fill('tres gatos verdes')
  await page.getByRole('button', { name: 'Guardar contraseña' }).click()
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Usuario', { exact: true }).fill('mozo2')
  await page.getByLabel('Contraseña', { exact: true }).fill('tres gatos verdes')
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await expect(page).toHaveURL('/pos')

  await page.goto(link)
  await page.getByLabel('Nueva contraseña').fill('otra clave buena')
  await page.getByLabel('Repite la contraseña').fill('otra clave buena')
  await page.getByRole('button', { name: 'Guardar contraseña' }).click()
  await expect(page.getByRole('heading', { name: 'Este enlace ya no sirve' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pedir otro enlace' })).toBeVisible()
  await expectAccessible()
})

const letters = (folder: string) => {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.eml') && !name.startsWith('.'))
    return names.map((name) => readFileSync(join(folder, name), 'utf8'))
  } catch {
    return []
  }
}

test('the profile: own data, PIN, password, and signing out elsewhere', async ({
  page,
  browser,
  signIn,
  expectAccessible,
}, info) => {
  const elsewhere = await newPage(browser, info, 'cocina')
  await signIn('cocina', '/profile')
  await expect(page.getByText('Este equipo', { exact: true })).toBeVisible()
  await expectAccessible()
  await page.getByLabel('Apellidos').fill('Mamani Quiroz')
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText('Perfil actualizado')).toBeVisible()

  const pin = page.getByRole('region', { name: 'PIN propio' })
  await pin.getByLabel('Nuevo PIN').fill('12')
  await pin.getByLabel('Contraseña de ahora').fill(password)
  await pin.getByRole('button', { name: 'Guardar PIN' }).click()
  await expect(pin.getByText('El PIN lleva de 4 a 8 letras y dígitos.')).toBeVisible()
  await pin.getByLabel('Nuevo PIN').fill('7291')
  await pin.getByRole('button', { name: 'Guardar PIN' }).click()
  await expect(pin.getByText(/Ya tienes uno/)).toBeVisible()
  await expect(pin.getByLabel('Nuevo PIN')).toHaveValue('')

  const places = page.getByRole('region', { name: 'Dónde estás conectado' })
  await places.getByRole('button', { name: 'Cerrar las demás' }).click()
  await expect(page.getByText('Sesión cerrada')).toBeVisible()
  await expect(places.getByRole('listitem')).toHaveCount(1)
  await elsewhere.goto('/profile')
  await expect(elsewhere).toHaveURL('/login')

  const secret = page.getByRole('region', { name: 'Contraseña', exact: true })
  await secret.getByLabel('Contraseña de ahora').fill('no es esta')
  await secret.getByLabel('Nueva contraseña').fill('tres gatos verdes')
  await secret.getByLabel('Repite la contraseña').fill('tres gatos verdes')
  await secret.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expect(secret.getByText(/no es tu contraseña de ahora/)).toBeVisible()
  await secret.getByLabel('Contraseña de ahora').fill(password)
  await secret.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expect(page.getByText('Contraseña actualizada')).toBeVisible()
})

test('clients and providers with RUC and district, in use and not', async ({
  page,
  signIn,
  expectAccessible,
}, info) => {
  const phone = phoneSize(info)
  await signIn('admin', '/clients?open=new')
  const form = drawer(page)
  await form.getByText('RUC', { exact: true }).click()
  await form.getByRole('button', { name: 'Buscar RUC' }).click()
  await expect(form.getByText('Ingresa un número de RUC')).toBeVisible()
  await form.getByLabel('Número de documento').fill('20131312950')
  await form.getByRole('button', { name: 'Buscar RUC' }).click()
  await expect(form.getByText('Ese número no es un RUC válido. Revísalo.')).toBeVisible()
  await form.getByLabel('Número de documento').fill('20131312955')
  await form.getByRole('button', { name: 'Buscar RUC' }).click()
  await expect(form.getByText(/No hay servicio de consulta configurado/)).toBeVisible()
  await form.getByLabel('Razón social').fill('Superintendencia')
  await form.getByRole('combobox', { name: 'Distrito' }).fill('miraflores lima')
  await page.getByRole('option', { name: 'MIRAFLORES, LIMA, LIMA', exact: true }).click()
  await expectAccessible()
  await form.getByRole('button', { name: /^Crear/ }).click()
  await expect(page.getByText('Cliente creado')).toBeVisible()

  await page.goto('/clients?open=new')
  await form.getByLabel('Número de documento').fill('40563821')
  await form.getByRole('button', { name: 'Buscar DNI' }).click()
  await expect(form.getByText('Carlos Huamán Rojas ya es tu cliente.')).toBeVisible()
  await form.getByRole('button', { name: /^Crear/ }).click()
  await expect(
    form.getByText(/^Ya hay un cliente con ese documento: .+ Búscalo y elígelo\.$/).first(),
  ).toBeVisible()
  // What is there is opened, not typed again.
  await form.getByRole('button', { name: 'Abrir ficha de Carlos Huamán Rojas' }).click()
  await expect(page).toHaveURL(/open=\d+/)
  await expect(form.getByLabel('Apellidos')).toHaveValue('Huamán Rojas')
  await form.getByRole('button', { name: 'Cancelar' }).click()

  await page.getByRole('searchbox').fill('superintend')
  await expect(page).toHaveURL(/q=superintend/)
  await page.getByRole('button', { name: 'Superintendencia', exact: true }).click()
  await expect(form.getByRole('combobox', { name: 'Distrito' })).toHaveValue('MIRAFLORES, LIMA, LIMA')
  await expect(form.getByText('Todavía no compró')).toBeVisible()
  await form.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: 'Acciones de Superintendencia' }).click()
  await page.getByRole('button', { name: 'Historial' }).click()
  await expect(drawer(page).getByText('Sus comprobantes aparecerán aquí.')).toBeVisible()
  await drawer(page).getByRole('button', { name: 'Cerrar', exact: true }).click()
  await page.getByRole('button', { name: 'Acciones de Superintendencia' }).click()
  await page.getByRole('button', { name: 'Eliminar' }).click()
  await drawer(page).getByRole('button', { name: 'Eliminar' }).click()
  await expect(page.getByText('Cliente eliminado')).toBeVisible()
  await expectAccessible()

  await page.goto('/providers')
  await expect(page.getByRole('heading', { name: 'A quién le compras' })).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: /^Nuevo proveedor/ }).click()
  await form.getByLabel('Número de documento').fill('20131312955')
  await form.getByLabel('Razón social').fill('Pesquera del Sur')
  await form.getByRole('button', { name: /^Crear/ }).click()
  await expect(page.getByText('Proveedor creado')).toBeVisible()
  await expect(
    page.getByRole('button', { name: phone ? 'Nuevo' : 'Nuevo proveedor', exact: true }),
  ).toBeVisible()
  await expectAccessible()
})
