//! The documents drawn in the specification of printed things.

use comanda_ticket::{Item, Kind, Text, Ticket, Total};

pub fn command() -> Ticket {
    Ticket::new(Kind::Command)
        .title("Comanda 0347 COCINA")
        .heading("COCINA")
        .heading("MESA 12 - TERRAZA")
        .pair("Comanda 0347", "21/11/2026 13:05")
        .pair("Mozo: Rosa Quispe", "Personas: 4")
        .rule()
        .dish("2", "LOMO SALTADO")
        .detail("Variante: Término 3/4")
        .detail("+ Huevo frito")
        .comment("SIN CEBOLLA, CON BASTANTE AJÍ Y LA CARNE BIEN COCIDA POR FAVOR")
        .dish("1", "COMBO CRIOLLO PARA COMPARTIR ENTRE CUATRO PERSONAS")
        .detail("1 Ají de gallina")
        .rule()
        .text("COCINA #000812")
        .beep()
        .cut()
}

pub fn prebill() -> Ticket {
    Ticket::new(Kind::Prebill)
        .logo()
        .line(Text::new("LA TERRAZA DE MIRAFLORES").center().bold())
        .centered("Av. Larco 345, Miraflores")
        .heading("PRE-CUENTA")
        .pair("Mesa: 12 - Terraza", "Mozo: Rosa Quispe")
        .pair("21/11/2026 14:10", "Personas: 4")
        .rule()
        .item_header()
        .item(
            Item::new("2", "Lomo saltado")
                .unit_price("38.00")
                .amount("76.00"),
        )
        .item(
            Item::new("", "+ Huevo frito")
                .unit_price("3.00")
                .amount("6.00"),
        )
        .item(
            Item::new("1", "Combo criollo")
                .unit_price("45.00")
                .amount("45.00"),
        )
        .item(
            Item::new("12", "Parihuela especial de la casa con mariscos")
                .unit_price("1,250.00")
                .amount("15,000.00"),
        )
        .rule()
        .total(Total::new("Subtotal", "127.00"))
        .total(Total::new("Descuento 10%", "-12.70"))
        .total(Total::new("TOTAL", "114.30").currency("S/").double())
        .total(Total::new("Por persona (4), aprox.", "28.58").currency("S/"))
        .rule()
        .fill_in("DNI/RUC: ")
        .fill_in("Nombre:  ")
        .centered("No es un comprobante de pago")
        .cut()
}

pub fn receipt() -> Ticket {
    Ticket::new(Kind::Receipt)
        .line(Text::new("LA TERRAZA DE MIRAFLORES").center().bold())
        .centered("TERRAZA GASTRONÓMICA S.A.C.")
        .centered("RUC 20601234567")
        .centered("Av. Larco 345, Miraflores - Lima - Lima")
        .line(
            Text::new("BOLETA DE VENTA ELECTRÓNICA")
                .center()
                .tall()
                .bold(),
        )
        .line(Text::new("B001-00000347").center().tall().bold())
        .rule()
        .pair("Fecha: 21/11/2026 14:22", "Caja: Principal")
        .text("Cliente: CLIENTES VARIOS")
        .text("DNI: 00000000")
        .spread(["Mesa: 12", "Mozo: Rosa", "Cajero: Luis"])
        .rule()
        .item_header()
        .item(
            Item::new("2", "Lomo saltado")
                .unit_price("38.00")
                .amount("76.00"),
        )
        .rule()
        .total(Total::new("DESCUENTO 10%", "-12.70").currency("S/"))
        .total(Total::new("OP. GRAVADA", "96.86").currency("S/"))
        .total(Total::new("IGV 18%", "17.44").currency("S/"))
        .total(Total::new("TOTAL", "114.30").currency("S/").tall().bold())
        .text("SON: CIENTO CATORCE CON 30/100 SOLES")
        .rule()
        .total(Total::new("EFECTIVO", "120.00"))
        .total(Total::new("VUELTO", "5.70"))
        .text("Forma de pago: Contado")
        .qr("20601234567|03|B001|00000347|17.44|114.30|2026-11-21|1|00000000")
        .text("Hash: x9Jq3kVd0=")
        .text("Representación impresa de la BOLETA DE VENTA ELECTRÓNICA")
        .centered("¡Gracias por su visita!")
        .drawer()
        .cut()
}

pub fn test_page() -> Ticket {
    Ticket::new(Kind::Test)
        .banner("ANULACIÓN")
        .banner("DESVIADO DE: COCINA DEL SEGUNDO PISO")
        .ruler()
        .text("áéíóúüñ ÁÉÍÓÚÜÑ ¿? ¡! ° º ª €")
        .line(Text::new("negrita").bold())
        .line(Text::new("alta").tall())
        .line(Text::new("doble").double())
        .line(Text::new("invertida").reverse())
        .line(Text::new("derecha").right())
        .qr("https://comanda.example/prueba")
        .barcode("B001-00000347")
        .feed(2)
        .cut()
}
