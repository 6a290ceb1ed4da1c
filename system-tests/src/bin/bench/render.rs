//! How fast a ticket becomes bytes.

use crate::report::Report;
use comanda_agent::render::{Profiles, render};
use comanda_ticket::{Kind, Ticket, layout};
use std::{
    hint::black_box,
    time::{Duration, Instant},
};

const RENDERING: Duration = Duration::from_secs(2);
const GOAL: f64 = 50_000.0;
const LINES: usize = 22;

/// A comanda of 22 lines of paper.
fn ticket() -> Ticket {
    let mut ticket = Ticket::new(Kind::Command)
        .heading("COCINA")
        .heading("MESA 12 - TERRAZA")
        .pair("Comanda 0347", "21/11/2026 13:05")
        .pair("Mozo: Rosa Quispe", "Personas: 4")
        .rule();
    for name in ["LOMO SALTADO", "AJÍ DE GALLINA", "ARROZ CON MARISCOS", "SECO DE CORDERO", "TACU TACU"] {
        ticket = ticket.dish("2", name).detail("Variante: Término 3/4").comment("SIN CEBOLLA");
    }
    ticket.rule().text("COCINA #000812").beep().cut()
}

pub fn measure(report: &mut Report) {
    let profile = Profiles::built_in().unwrap().named("generic-80").unwrap();
    let ticket = ticket();
    let printed = layout(&ticket, profile.columns).iter().filter(|line| line.text_rows() > 0).count();
    assert_eq!(printed, LINES, "the ticket of the timing");
    let began = Instant::now();
    let mut renders = 0_u32;
    while began.elapsed() < RENDERING {
        for _ in 0..100 {
            black_box(render(&layout(black_box(&ticket), profile.columns), &profile));
        }
        renders += 100;
    }
    let a_second = f64::from(renders) / began.elapsed().as_secs_f64();
    report.judged(
        format!("A ticket of {LINES} lines as ESC/POS"),
        format!("{a_second:.0} a second"),
        "50,000 a second",
        a_second >= GOAL,
    );
}
