//! Joint angles, and the walk: its table, its cycles, a row for each motion, or a picture.

use marey_study::gait::{
    Angle, ChartOptions, GaitCsv, GaitOptions, GaitTable, Trust, analyse, angles_in_words, chart, gait_csv,
    gait_in_words, gait_json, side_name,
};

use super::output::OutputColumn;
use super::{MeasuredMotion, for_each_motion, thresholds};
use crate::arguments::{GaitRows, MeasureArguments, MeasureFormat};
use crate::{Stop, eprintln_quietly, print};

/// The columns of `--joint-angles` at these moments.
pub(super) fn angle_columns(
    motion: &MeasuredMotion<'_>,
    arguments: &MeasureArguments,
    times: &[f64],
) -> Result<Vec<OutputColumn>, Stop> {
    let gait = analyse(&motion.subject, &options(motion, arguments));
    let angles = gait.angles.map_err(|reason| motion.failed(reason.message()))?;
    eprintln_quietly(&format!("{}: {}", motion.path, angles_in_words(&angles).join("; ")));
    let shown = angles.series.iter().filter(|series| is_shown(series.angle, arguments));
    let columns = shown.map(|series| OutputColumn {
        name: series.angle.name(),
        side: side_name(series.side),
        joints: Vec::new(),
        unit: "deg",
        values: times.iter().map(|time| angles.at(series, *time)).collect(),
    });
    Ok(columns.collect())
}

/// Measures walks: `--gait`.
pub(super) fn measure_walks(arguments: &MeasureArguments, rows: GaitRows) -> Result<(), Stop> {
    if arguments.format == MeasureFormat::Npz {
        return Err(Stop::Usage("--gait is printed as csv, json or svg".into()));
    }
    let mut objects = Vec::new();
    let mut header = String::new();
    let failed = for_each_motion(arguments, |motion, with_files| {
        motion.tell_unsure_unit(arguments);
        let gait = analyse(&motion.subject, &options(motion, arguments));
        match arguments.format {
            MeasureFormat::Json => objects.push(gait_json(&gait, motion.path, arguments.rotations)),
            MeasureFormat::Svg if with_files => {
                return Err(Stop::Usage("expected one motion for --format svg".into()));
            }
            MeasureFormat::Svg => {
                let options = ChartOptions::default().title(motion.path.to_owned()).with_folded(arguments.rotations);
                print(&chart(&gait, &options).ok_or_else(|| motion.failed(&gait_in_words(&gait)))?)?;
            }
            MeasureFormat::Csv | MeasureFormat::Npz => {
                if rows != GaitRows::Clips && gait.walk.ankles == [None, None] {
                    return Err(motion.failed(&gait_in_words(&gait)));
                }
                // A row for each motion has the words in it.
                if rows != GaitRows::Clips {
                    eprintln_quietly(&format!("{}: {}", motion.path, gait_in_words(&gait)));
                }
                let rows = match rows {
                    GaitRows::Table => GaitTable::Numbers,
                    GaitRows::Cycles => GaitTable::Cycles,
                    GaitRows::Clips => GaitTable::Clip,
                };
                let file = with_files.then_some(motion.path);
                let GaitCsv { titles, rows, .. } = gait_csv(&gait, rows, file, arguments.rotations);
                // The angles that are known may differ from file to file.
                if titles != header {
                    print(&titles)?;
                    header = titles;
                }
                print(&rows)?;
            }
        }
        Ok(())
    })?;
    if arguments.format == MeasureFormat::Json {
        print(&format!("[{}]\n", objects.join(",")))?;
    }
    if failed { Err(Stop::Reported) } else { Ok(()) }
}

fn options(motion: &MeasuredMotion<'_>, arguments: &MeasureArguments) -> GaitOptions {
    GaitOptions::default().zero(arguments.zero.unwrap_or_default()).contacts(thresholds(&motion.subject, arguments))
}

fn is_shown(angle: Angle, arguments: &MeasureArguments) -> bool {
    arguments.rotations || angle.trust() == Trust::Shown
}
