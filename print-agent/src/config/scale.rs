//! The set-up of a scale.

use comanda_ticket::wire::{Address, PrinterType, SerialAddress, WrongAddress};
use serde::{Deserialize, Serialize};

/// A scale on a serial port of this machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScaleConfig {
    /// The name, unique on this machine, that people see at the till.
    pub name: String,
    /// The port, with its settings where they are not those of [`ScaleProtocol::default_settings`].
    pub address: String,
    /// The protocol that the scale speaks.
    pub protocol: ScaleProtocol,
}

/// The protocol of a scale. The words are the same in the file and on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ScaleProtocol {
    /// Mettler Toledo 8217, on request.
    #[serde(rename = "toledo")]
    Toledo,
    /// The continuous output of Toledo.
    #[serde(rename = "toledo-continuo")]
    ToledoContinuous,
    /// CAS: on request like an electronic cash register, or the continuous output of 22 bytes.
    #[serde(rename = "cas")]
    Cas,
    /// Epelsa, by itself or on request.
    #[serde(rename = "epelsa")]
    Epelsa,
    /// Dibal with the protocol TISA, by itself or on request.
    #[serde(rename = "dibal")]
    Dibal,
    /// `ST,GS,+  0.850kg`, the format of many makers.
    #[serde(rename = "generico")]
    Generic,
}

impl ScaleProtocol {
    /// All protocols.
    pub const ALL: [Self; 6] =
        [Self::Toledo, Self::ToledoContinuous, Self::Cas, Self::Epelsa, Self::Dibal, Self::Generic];

    /// The word in the file and on the command line.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Toledo => "toledo",
            Self::ToledoContinuous => "toledo-continuo",
            Self::Cas => "cas",
            Self::Epelsa => "epelsa",
            Self::Dibal => "dibal",
            Self::Generic => "generico",
        }
    }

    /// The settings of the port that scales of this protocol leave the factory with.
    #[must_use]
    pub const fn default_settings(self) -> &'static str {
        match self {
            Self::Toledo => "9600,7E1",
            _ => "9600,8N1",
        }
    }
}

impl ScaleConfig {
    /// The port with all settings.
    ///
    /// # Errors
    /// Returns [`WrongAddress`] with the text for the person.
    pub fn serial_address(&self) -> Result<SerialAddress, WrongAddress> {
        let text = self.address.trim();
        // This parses only if the text has no settings yet.
        let with_settings = format!("{text}:{}", self.protocol.default_settings());
        parse(&with_settings).or_else(|_| parse(text))
    }
}

fn parse(text: &str) -> Result<SerialAddress, WrongAddress> {
    match Address::parse(PrinterType::Serial, text)? {
        Address::Serial(address) => Ok(address),
        _ => Err(WrongAddress::SerialPort),
    }
}

#[cfg(test)]
mod tests {
    use super::{ScaleConfig, ScaleProtocol};

    fn address(address: &str, protocol: ScaleProtocol) -> Option<String> {
        let scale = ScaleConfig { name: "CAJA".into(), address: address.into(), protocol };
        scale.serial_address().ok().map(|address| address.to_string())
    }

    #[test]
    fn a_port_without_settings_has_those_of_its_protocol() {
        let by_path = "/dev/serial/by-path/pci-0000:00:14.0-usb-0:2:1.0-port0";
        let cases = [
            ("COM3", ScaleProtocol::Toledo, Some("COM3:9600,7E1".to_owned())),
            (" com3 ", ScaleProtocol::Cas, Some("COM3:9600,8N1".to_owned())),
            ("COM3:4800", ScaleProtocol::Toledo, Some("COM3:4800,8N1".to_owned())),
            ("/dev/ttyUSB0:2400,7O1", ScaleProtocol::Dibal, Some("/dev/ttyUSB0:2400,7O1".to_owned())),
            (by_path, ScaleProtocol::Toledo, Some(format!("{by_path}:9600,7E1"))),
            ("192.168.1.50", ScaleProtocol::Cas, None),
            ("COM3:9600,9N1", ScaleProtocol::Cas, None),
            ("", ScaleProtocol::Cas, None),
        ];
        for (text, protocol, expected) in cases {
            assert_eq!(address(text, protocol), expected, "{text}");
        }
    }

    #[test]
    fn words_are_the_same_in_the_file_and_on_the_command_line() {
        for protocol in ScaleProtocol::ALL {
            let written = serde_json::to_value(protocol).expect("is JSON");
            assert_eq!(written.as_str(), Some(protocol.word()));
        }
    }
}
