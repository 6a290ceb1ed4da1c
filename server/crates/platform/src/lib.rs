//! The platform for all rooms: companies and servers, HTTP, people, settings, mail, sheets.

pub mod audit;
pub mod clock_check;
pub mod companies;
pub mod downloads;
pub mod http;
pub mod law;
pub mod licence;
pub mod limits;
pub mod mail;
pub mod only_server;
pub mod people;
pub mod pictures;
pub mod realtime;
pub mod report_table;
pub mod restored;
pub mod secrets;
pub mod servers;
pub mod settings;
pub mod sheet;
pub mod state;
pub mod time_sources;
pub mod ubigeo;
pub mod use_case;
