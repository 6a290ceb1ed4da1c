//! Tests of the decoder of scales against frames of the simulated scales: whatever happens on the line, a stable weight is a right one.

use comanda_agent::{
    config::ScaleProtocol,
    scale::{Decoder, Event, Reading, State},
};
use comanda_fake_printer::{Load, ScaleKind};
use proptest::prelude::*;

fn decoder(kind: ScaleKind) -> Decoder {
    let protocol = ScaleProtocol::ALL.into_iter().find(|protocol| protocol.word() == kind.protocol());
    Decoder::new(protocol.expect("a protocol of the agent"))
}

fn readings(decoder: &mut Decoder, bytes: &[u8]) -> Vec<Reading> {
    let reading = |event| match event {
        Event::Reading(reading) => Some(reading),
        Event::Reply(_) => None,
    };
    decoder.receive(bytes).into_iter().filter_map(reading).collect()
}

/// The next frame of Toledo's continuous output tells the decoder that the one before has no checksum. All others are complete.
fn newest(decoder: &mut Decoder, kind: ScaleKind, load: Load) -> Reading {
    *readings(decoder, &kind.frame(load)).last().unwrap_or_else(|| panic!("no reading of {kind:?} for {load:?}"))
}

#[test]
fn every_kind_tells_what_lies_on_the_scale() {
    for kind in ScaleKind::ALL {
        let mut decoder = decoder(kind);
        let moving = newest(&mut decoder, kind, Load::moving(845));
        assert_eq!(moving.state, State::Moving, "{kind:?}");
        // A scale of Toledo tells no weight while it moves.
        assert!(matches!(moving.grams, Some(845)) || kind == ScaleKind::Toledo, "{kind:?}");
        let first = newest(&mut decoder, kind, Load::stable(850));
        assert_eq!((first.state, first.grams), (State::Moving, Some(850)), "{kind:?}");
        let second = newest(&mut decoder, kind, Load::stable(850));
        assert_eq!((second.state, second.grams, second.net), (State::Stable, Some(850), false), "{kind:?}");
    }
}

#[test]
fn an_overloaded_scale_tells_no_weight_that_can_be_sold() {
    for kind in ScaleKind::ALL {
        let mut decoder = decoder(kind);
        for _ in 0..10 {
            let reading = newest(&mut decoder, kind, Load { overload: true, ..Load::stable(15_000) });
            assert_ne!(reading.state, State::Stable, "{kind:?}");
            assert!(reading.grams.is_none_or(|grams| grams == 0), "{kind:?}");
        }
    }
}

#[test]
fn a_tare_is_told_where_the_scale_tells_it() {
    let load = Load { tare: 120, ..Load::stable(730) };
    let cases = [
        (ScaleKind::Toledo, None),
        (ScaleKind::ToledoContinuous, Some(120)),
        (ScaleKind::CasContinuous, None),
        (ScaleKind::Generic, None),
    ];
    for (kind, tare_grams) in cases {
        let reading = newest(&mut decoder(kind), kind, load);
        assert_eq!((reading.grams, reading.net, reading.tare_grams), (Some(730), true, tare_grams), "{kind:?}");
    }
}

#[test]
fn one_frame_after_another_in_one_piece_counts_as_both() {
    for kind in ScaleKind::ALL {
        let bytes = [kind.frame(Load::stable(850)), kind.frame(Load::stable(850))].concat();
        let states: Vec<_> = readings(&mut decoder(kind), &bytes).into_iter().map(|reading| reading.state).collect();
        assert_eq!(states, [State::Moving, State::Stable], "{kind:?}");
    }
}

fn kind() -> impl Strategy<Value = ScaleKind> {
    prop::sample::select(ScaleKind::ALL.to_vec())
}

/// Damages a frame: cuts it, loses a byte, turns a bit, or puts noise into it.
fn damaged() -> impl Strategy<Value = (u8, usize, u8)> {
    (0_u8..5, any::<usize>(), any::<u8>())
}

fn damage(mut frame: Vec<u8>, (how, at, byte): (u8, usize, u8)) -> Vec<u8> {
    let at = at % frame.len();
    match how {
        0 => frame.truncate(at),
        1 => drop(frame.drain(..at)),
        2 => drop(frame.remove(at)),
        3 => frame[at] ^= 1 << (byte % 8),
        _ => frame.insert(at, byte),
    }
    frame
}

proptest! {
    #[test]
    fn a_weight_is_read_from_pieces_of_any_size(kind in kind(), grams in 0_i64..15_000, cuts in prop::collection::vec(1_usize..20, 1..20)) {
        let mut decoder = decoder(kind);
        let bytes = kind.frame(Load::stable(grams)).repeat(3);
        let mut found = Vec::new();
        let mut rest = bytes.as_slice();
        for cut in cuts.iter().cycle() {
            let (piece, after) = rest.split_at((*cut).min(rest.len()));
            found.extend(readings(&mut decoder, piece));
            rest = after;
            if rest.is_empty() {
                break;
            }
        }
        prop_assert_eq!(found.len(), 3);
        prop_assert!(found.iter().all(|reading| reading.grams == Some(grams)));
        prop_assert_eq!(found[2].state, State::Stable);
    }

    #[test]
    fn a_disturbed_frame_is_never_a_stable_weight(
        kind in kind(), grams in 1_i64..15_000, damages in prop::collection::vec(damaged(), 1..12)
    ) {
        let mut decoder = decoder(kind);
        let frame = kind.frame(Load::stable(grams));
        for how in damages {
            let bytes = [frame.clone(), damage(frame.clone(), how)].concat();
            for reading in readings(&mut decoder, &bytes) {
                prop_assert!(reading.state != State::Stable || reading.grams == Some(grams), "{:?}", reading);
            }
        }
    }

    #[test]
    fn noise_between_frames_does_no_harm(kind in kind(), grams in 1_i64..15_000, noise in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut decoder = decoder(kind);
        let frame = kind.frame(Load::stable(grams));
        readings(&mut decoder, &frame.repeat(2));
        readings(&mut decoder, &noise);
        // A frame that the noise has begun ends with the first frames after it.
        readings(&mut decoder, &frame.repeat(6));
        let after = readings(&mut decoder, &frame);
        prop_assert_eq!(after.last().map(|reading| (reading.state, reading.grams)), Some((State::Stable, Some(grams))));
    }

    #[test]
    fn any_bytes_can_come(kind in kind(), bytes in prop::collection::vec(any::<u8>(), 0..2000)) {
        decoder(kind).receive(&bytes);
    }
}
