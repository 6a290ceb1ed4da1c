//! The protocols of simulated scales, written from the makers' manuals. They share no code with the agent's parsers.

/// The load of a simulated scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Load {
    /// The weight on the display, in grams.
    pub grams: i64,
    /// Whether it still moves.
    pub moving: bool,
    /// Whether it is more than the scale can weigh.
    pub overload: bool,
    /// The tare that the scale has subtracted, in grams.
    pub tare: i64,
}

impl Load {
    /// A weight that stands still.
    #[must_use]
    pub fn stable(grams: i64) -> Self {
        Self { grams, ..Self::default() }
    }

    /// A weight that still moves.
    #[must_use]
    pub fn moving(grams: i64) -> Self {
        Self { moving: true, ..Self::stable(grams) }
    }

    /// Kilograms with three decimals, without the sign.
    fn kilograms(self) -> String {
        let grams = self.grams.abs();
        format!("{}.{:03}", grams / 1000, grams % 1000)
    }

    fn is_negative(self) -> bool {
        self.grams < 0
    }
}

/// The protocol of a simulated scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScaleKind {
    /// Toledo 8217: answers `W`.
    Toledo,
    /// The continuous output of Toledo, with a checksum.
    ToledoContinuous,
    /// CAS: answers `ENQ` and `DC1`.
    Cas,
    /// The continuous output of CAS: 22 bytes.
    CasContinuous,
    /// Epelsa in the mode Auto.
    Epelsa,
    /// Epelsa: answers `$`.
    EpelsaOnRequest,
    /// Dibal with the protocol TISA.
    Dibal,
    /// The lines of many makers, sent without end.
    Generic,
}

impl ScaleKind {
    /// All kinds.
    pub const ALL: [Self; 8] = [
        Self::Toledo,
        Self::ToledoContinuous,
        Self::Cas,
        Self::CasContinuous,
        Self::Epelsa,
        Self::EpelsaOnRequest,
        Self::Dibal,
        Self::Generic,
    ];

    /// The word by which the agent's set-up names the protocol.
    #[must_use]
    pub fn protocol(self) -> &'static str {
        match self {
            Self::Toledo => "toledo",
            Self::ToledoContinuous => "toledo-continuo",
            Self::Cas | Self::CasContinuous => "cas",
            Self::Epelsa | Self::EpelsaOnRequest => "epelsa",
            Self::Dibal => "dibal",
            Self::Generic => "generico",
        }
    }

    /// Whether the scale sends its weight without being asked.
    #[must_use]
    pub fn speaks_by_itself(self) -> bool {
        matches!(self, Self::ToledoContinuous | Self::CasContinuous | Self::Epelsa | Self::Generic)
    }

    /// The answer to bytes that came from the agent. `None` if they are no request, or only a part of one.
    #[must_use]
    pub fn answer(self, request: &[u8], load: Load) -> Option<Vec<u8>> {
        match (self, request) {
            (Self::Cas, [.., 0x05]) => Some(vec![0x06]),
            (Self::Toledo, [.., b'W'])
            | (Self::Cas, [.., 0x11])
            | (Self::EpelsaOnRequest, [.., b'$'])
            | (Self::Dibal, b"98000001\r\n") => Some(self.frame(load)),
            _ => None,
        }
    }

    /// The bytes that tell a weight.
    #[must_use]
    pub fn frame(self, load: Load) -> Vec<u8> {
        match self {
            Self::Toledo => toledo(load),
            Self::ToledoContinuous => toledo_continuous(load),
            Self::Cas => cas(load),
            Self::CasContinuous => line(load, &format!("1\u{1},{:>8} ", signed(load))).replace_lamps(load),
            Self::Epelsa => [epelsa(load), vec![0x03]].concat(),
            Self::EpelsaOnRequest => epelsa(load),
            Self::Dibal => dibal(load),
            Self::Generic => {
                let sign = if load.is_negative() { '-' } else { '+' };
                line(load, &format!("{sign}{:>7}", load.kilograms())).0
            }
        }
    }
}

fn signed(load: Load) -> String {
    let sign = if load.is_negative() { "-" } else { "" };
    format!("{sign}{}", load.kilograms())
}

fn toledo(load: Load) -> Vec<u8> {
    let net = if load.tare > 0 { 0x20 } else { 0 };
    let status = match load {
        Load { overload: true, .. } => 0x42,
        Load { moving: true, .. } => 0x41,
        _ if load.is_negative() => 0x44,
        _ => {
            let mark = if net > 0 { "N" } else { "" };
            return format!("\u{2}{:>6}{mark}\r", load.kilograms()).into_bytes();
        }
    };
    vec![0x02, b'?', status | net, b'\r']
}

fn toledo_continuous(load: Load) -> Vec<u8> {
    let bits = [load.tare > 0, load.is_negative(), load.overload, load.moving];
    let status = bits.iter().zip(0..).fold(0x30, |status, (is_set, bit)| status | u8::from(*is_set) << bit);
    let numbers = format!("{:06}{:06}\r", load.grams.abs(), load.tare);
    let mut frame = [&[0x02, 0x2D, status, 0x20], numbers.as_bytes()].concat();
    let sum: u32 = frame.iter().map(|byte| u32::from(*byte)).sum();
    frame.push(u8::try_from((128 - sum % 128) % 128).unwrap_or_default());
    frame
}

fn cas(load: Load) -> Vec<u8> {
    let state = if load.moving { 'U' } else { 'S' };
    let data = if load.overload {
        format!("{state}FFFFFFFkg")
    } else {
        let sign = if load.is_negative() { '-' } else { ' ' };
        format!("{state}{sign}{:0>6}kg", load.kilograms())
    };
    let check = data.bytes().fold(0, |sum, byte| sum ^ byte);
    [b"\x01\x02", data.as_bytes(), &[check, 0x03, 0x04]].concat()
}

/// A line whose lamps are still to be set.
struct Line(Vec<u8>);

fn line(load: Load, weight: &str) -> Line {
    let state = match load {
        Load { overload: true, .. } => "OL",
        Load { moving: true, .. } => "US",
        _ => "ST",
    };
    let kind = if load.tare > 0 { "NT" } else { "GS" };
    Line(format!("{state},{kind},{weight}kg\r\n").into_bytes())
}

impl Line {
    fn replace_lamps(self, load: Load) -> Vec<u8> {
        let lamps = 0x80 | u8::from(!load.moving) << 6 | u8::from(load.tare > 0) << 1;
        self.0.into_iter().map(|byte| if byte == 0x01 { lamps } else { byte }).collect()
    }
}

fn epelsa(load: Load) -> Vec<u8> {
    let status = match load {
        Load { moving: true, .. } => '!',
        Load { grams: 0, .. } => 'I',
        _ => 'A',
    };
    let weight = if load.overload { "-".repeat(7) } else { format!("{:>7}", signed(load)) };
    format!("\u{2}{status}{weight}\r").into_bytes()
}

fn dibal(load: Load) -> Vec<u8> {
    let is_wrong = load.overload || load.is_negative();
    let grams = if is_wrong { 0 } else { load.grams };
    let status = u8::from(is_wrong || load.moving);
    let mut frame = format!("99{status}{grams:05}{status}000000").into_bytes();
    frame.push(frame.iter().fold(0, |sum, byte| sum ^ byte));
    [frame, b"\r\n".to_vec()].concat()
}
