//! The reports of the office, as the list of all reports shows them.

use comanda_platform::report_table::{
    Report,
    ReportGroup::{Accounting, Cash, Kitchen, Sales},
    ReportInput,
};

/// The reports of this crate.
pub const REPORTS: &[Report] = &[
    Report::new("sales", "Ventas", Sales, "/sales-total-report/file").with_day_range().on_screen("/sales-total-report"),
    Report::new("sale-documents", "Comprobantes de las ventas", Sales, "/cash-movements-sale-billing/file")
        .with_day_range()
        .on_screen("/cash-monitor"),
    Report::new("menu-engineering", "Ingeniería de carta", Sales, "/menu-engineering/file")
        .with_day_range()
        .on_screen("/menu-engineering"),
    Report::new("cancellations", "Anulaciones", Sales, "/cancellation-report/file")
        .with_day_range()
        .on_screen("/cancellation-report"),
    Report::new("payment-methods", "Por medio de pago", Cash, "/payment-method-report/file")
        .with_day_range()
        .on_screen("/payment-method-report"),
    Report::new(
        "reconciliation",
        "Conciliación de un medio de pago",
        Cash,
        "/payment-method-report/reconciliation/{payment_option_id}/file",
    )
    .with_input(ReportInput::One, &["start_date", "end_date"])
    .on_screen("/payment-method-report"),
    Report::new("cash", "Cajas", Cash, "/cash-report/file").with_day_range().on_screen("/cash-report"),
    Report::new("kitchen-times", "Tiempos de cocina", Kitchen, "/kitchen-times/file")
        .with_day_range()
        .on_screen("/kitchen-times"),
    Report::new("accounting-summary", "Ventas hasta ahora", Accounting, "/accounting-dashboard/summary/file")
        .on_screen("/accounting/dashboard"),
    Report::new("sales-by-day", "Ventas por día", Accounting, "/accounting-dashboard/sales-by-day/file"),
    Report::new("sales-by-week", "Ventas por semana", Accounting, "/accounting-dashboard/sales-by-week/file"),
    Report::new("sales-by-month", "Ventas por mes", Accounting, "/accounting-dashboard/sales-by-month/file"),
    Report::new("sales-by-year", "Ventas por año", Accounting, "/accounting-dashboard/sales-by-year/file"),
    Report::new("top-products", "Lo más vendido del mes", Accounting, "/accounting-dashboard/top-products/file"),
    Report::new("margin-by-month", "Margen por mes", Accounting, "/accounting-dashboard/margin-by-month/file"),
];
