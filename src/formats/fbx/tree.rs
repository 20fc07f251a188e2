//! The records of a file as a tree, whichever of the two encodings it has.
//!
//! A record has a name, values, and records in it. Only those that matter for a skeleton and its motion are kept: geometry, pictures and
//! materials make most of a file. Values stay where they are in the file until somebody asks for them.

use super::problem::Problem;
use super::values::{Encoding, PropertyValue, Values};
use crate::formats::reading::growth::push;

/// Most records within each other.
pub(super) const DEEPEST: usize = 64;

/// One record.
#[derive(Debug, Clone, Copy)]
pub(super) struct Record<'a> {
    pub(super) name: &'a [u8],
    /// Its values, as the file has them.
    pub(super) values: &'a [u8],
    /// Offset in the file of the record, and of its values.
    pub(super) at: usize,
    pub(super) values_at: usize,
    /// Index of the next record that is not in this one.
    next: u32,
}

/// The records of a file, each before those in it.
#[derive(Debug)]
pub(super) struct Tree<'a> {
    records: Vec<Record<'a>>,
    encoding: Encoding,
    /// Indices of the records around the next one, outermost first.
    open: Vec<usize>,
}

/// How much of a record is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Keep {
    All,
    /// Its values without the records in it.
    Head,
    Nothing,
}

impl<'a> Tree<'a> {
    pub(super) fn new(encoding: Encoding) -> Self {
        Self { records: Vec::new(), encoding, open: Vec::new() }
    }

    /// The part to keep of a record with this name at the place of the next one.
    pub(super) fn keeps(&self, name: &[u8]) -> Keep {
        let above = |depth: usize| self.open.get(depth).and_then(|index| self.records.get(*index)).map(|r| r.name);
        match (self.open.len(), above(0)) {
            (0, _) => match name {
                b"FBXHeaderExtension"
                | b"Creator"
                | b"GlobalSettings"
                | b"Definitions"
                | b"Objects"
                | b"Connections" => Keep::All,
                _ => Keep::Nothing,
            },
            (1, Some(b"Objects")) => match name {
                b"Model" | b"AnimationStack" | b"AnimationLayer" | b"AnimationCurveNode" | b"AnimationCurve" => {
                    Keep::All
                }
                b"NodeAttribute" | b"Geometry" | b"Deformer" => Keep::Head,
                _ => Keep::Nothing,
            },
            (1, Some(b"FBXHeaderExtension")) if name == b"SceneInfo" => Keep::Nothing,
            _ => Keep::All,
        }
    }

    /// Number of records around the next one.
    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Adds a record to the one that is open.
    pub(super) fn add(&mut self, record: Record<'a>) -> Result<(), Problem> {
        let next = self.records.len() as u32 + 1;
        push(&mut self.records, Record { next, ..record }).map_err(|_| Problem::no_memory(record.at))
    }

    /// Opens the record that was added last: those that follow are in it.
    pub(super) fn open(&mut self) -> Result<(), Problem> {
        let last = self.records.len().saturating_sub(1);
        let at = self.records.last().map_or(0, |record| record.at);
        if self.open.len() >= DEEPEST {
            let message = format!("expected records no more than {DEEPEST} deep");
            return Err(Problem::limit("fbx.too-deep", at, message));
        }
        self.open.push(last);
        Ok(())
    }

    /// Closes the record that was opened last.
    pub(super) fn close(&mut self) {
        let next = self.records.len() as u32;
        if let Some(record) = self.open.pop().and_then(|index| self.records.get_mut(index)) {
            record.next = next;
        }
    }

    /// The records that are in no other.
    pub(super) fn roots(&self) -> RecordNodes<'_, 'a> {
        RecordNodes { tree: self, at: 0, end: self.records.len() }
    }

    /// The first record of that name that is in no other.
    pub(super) fn root(&self, name: &str) -> Option<Node<'_, 'a>> {
        self.roots().find(|node| node.name() == name.as_bytes())
    }
}

/// A record in its tree.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node<'t, 'a> {
    tree: &'t Tree<'a>,
    index: usize,
    pub(super) record: Record<'a>,
}

impl<'t, 'a> Node<'t, 'a> {
    pub(super) fn name(&self) -> &'a [u8] {
        self.record.name
    }

    /// The records in it.
    pub(super) fn children(&self) -> RecordNodes<'t, 'a> {
        RecordNodes { tree: self.tree, at: self.index + 1, end: self.record.next as usize }
    }

    /// The first record in it that has this name.
    pub(super) fn child(&self, name: &str) -> Option<Self> {
        self.children().find(|child| child.name() == name.as_bytes())
    }

    pub(super) fn values(&self) -> Values<'a> {
        Values::new(self.tree.encoding, self.record.values, self.record.values_at)
    }

    pub(super) fn value(&self, index: usize) -> Option<PropertyValue<'a>> {
        self.values().nth(index)
    }

    /// The value of a record in it that has one whole number: `Version: 100`.
    pub(super) fn number_in(&self, name: &str) -> Option<i64> {
        self.child(name)?.value(0)?.integer()
    }
}

/// Neighbouring records.
#[derive(Debug, Clone)]
pub(super) struct RecordNodes<'t, 'a> {
    tree: &'t Tree<'a>,
    at: usize,
    end: usize,
}

impl<'t, 'a> Iterator for RecordNodes<'t, 'a> {
    type Item = Node<'t, 'a>;

    fn next(&mut self) -> Option<Self::Item> {
        let record = *self.tree.records.get(self.at).filter(|_| self.at < self.end)?;
        let node = Node { tree: self.tree, index: self.at, record };
        self.at = (record.next as usize).max(self.at + 1);
        Some(node)
    }
}

impl<'a> Record<'a> {
    pub(super) fn new(name: &'a [u8], at: usize, values: &'a [u8], values_at: usize) -> Self {
        Self { name, values, at, values_at, next: 0 }
    }
}
