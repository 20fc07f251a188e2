/** What is odd about X3D XML, about VRML, or about X3D JSON alone. */
import { fill, numbered } from './parts.mjs';

/** @typedef {import('./parts.mjs').Make} Make */

const XML_START = '<X3D><Scene><HAnimJoint/>';
/** @type {Record<string, Make>} */
export const XML_ONLY = {
  'elements without end': (size) => XML_START + fill('<a>', size),
  'elements without name': (size) => XML_START + fill('<', size),
  'ends without start': (size) => XML_START + fill('</a>', size),
  'empty elements': (size) => XML_START + fill('<a/>', size),
  'attributes of one element': (size) => `${XML_START}<Group ${numbered(size, (n) => `a${n}="1" `)}/></Scene></X3D>`,
  'one attribute again and again': (size) => `${XML_START}<HAnimJoint ${fill('name="a" ', size)}/></Scene></X3D>`,
  'an attribute without end': (size) => `${XML_START}<Group a="${fill('x', size)}`,
  'attributes without quotes': (size) => `${XML_START}<Group ${fill('a=b ', size)}/>`,
  'ampersands in an attribute': (size) => `${XML_START}<HAnimJoint name="${fill('&', size)}"/></Scene></X3D>`,
  'references in an attribute': (size) => `${XML_START}<HAnimJoint name="${fill('&amp;', size)}"/></Scene></X3D>`,
  'references in names': (size) => XML_START + fill('<HAnimJoint USE="&amp;a"/>', size) + '</Scene></X3D>',
  ampersands: (size) => XML_START + fill('&', size),
  'ampersands and elements': (size) => XML_START + fill('&<a/>', size),
  comments: (size) => XML_START + fill('<!-- a -->', size),
  'a comment without end': (size) => `${XML_START}<!--${fill('- <a> ', size)}`,
  'starts of comments': (size) => XML_START + fill('<!--', size),
  'starts of text': (size) => XML_START + fill('<![CDATA[', size),
  'starts of instructions': (size) => XML_START + fill('<?a ', size),
  'a DTD of comments': (size) => `<!DOCTYPE X3D [${fill('<!-- <!ENTITY -->', size)}]>${XML_START}</Scene></X3D>`,
  'a DTD of elements': (size) => `<!DOCTYPE X3D [${fill('<!ELEMENT a (b)>', size)}]>${XML_START}</Scene></X3D>`,
  'a DTD without end': (size) => `<!DOCTYPE X3D [${fill('<!ELEMENT [', size)}`,
  DTDs: (size) => fill('<!DOCTYPE a>', size) + XML_START,
  'statements of the head': (size) => `<X3D><head>${fill('<meta name="a" content="b"/>', size)}</head><Scene><HAnimJoint/></Scene></X3D>`,
  'declarations of prototypes': (size) =>
    `${XML_START}${numbered(size, (n) => `<ProtoDeclare name="P${n}"><ProtoBody><Group/></ProtoBody></ProtoDeclare>`)}</Scene></X3D>`,
  'instances of a prototype': (size) =>
    `${XML_START}<ProtoDeclare name="P"><ProtoBody><Group/></ProtoBody></ProtoDeclare>${fill('<ProtoInstance name="P"/>', size)}</Scene></X3D>`,
  'prototypes in prototypes': (size) => {
    const count = Math.floor(size / 110);
    const start = '<ProtoDeclare name="P"><ProtoBody><Group>';
    return `${XML_START}${start.repeat(count)}${'<ProtoInstance name="P"/></Group></ProtoBody></ProtoDeclare>'.repeat(count)}<ProtoInstance name="P"/></Scene></X3D>`;
  },
  'values of an instance': (size) =>
    `${XML_START}<ProtoDeclare name="P"><ProtoBody><Group/></ProtoBody></ProtoDeclare><ProtoInstance name="P">${numbered(size, (n) => `<fieldValue name="f${n}" value="1"/>`)}</ProtoInstance></Scene></X3D>`,
  'connections of a prototype': (size) =>
    `${XML_START}<ProtoDeclare name="P"><ProtoBody><Group><IS>${numbered(size, (n) => `<connect nodeField="a${n}" protoField="b"/>`)}</IS></Group></ProtoBody></ProtoDeclare><ProtoInstance name="P"/></Scene></X3D>`,
  'names of other files': (size) => XML_START + fill('<Inline url="a.x3d"/>', size) + '</Scene></X3D>',
};

const VRML_START = '#X3D V4.0 utf8\nHAnimJoint { } ';
/** @type {Record<string, Make>} */
export const VRML_ONLY = {
  'open braces': (size) => VRML_START + fill('a { b ', size),
  'open brackets': (size) => `${VRML_START}a { b ${fill('[', size)}`,
  'lists in lists': (size) => VRML_START + fill('a { b [ ', size),
  'numbers in brackets': (size) => `${VRML_START}a { ${fill('b [ 1 ] ', size)}`,
  'open brackets of numbers': (size) => `${VRML_START}a { ${fill('b [ 1 ', size)}`,
  'a word without end': (size) => VRML_START + fill('x', size),
  'a text without end': (size) => `${VRML_START}a { b "${fill('x', size)}`,
  'texts without end': (size) => `${VRML_START}a { ${fill('b "\\" ', size)}`,
  'backslashes in a text': (size) => `${VRML_START}HAnimJoint { name "${fill('\\\\', size)}" }`,
  comments: (size) => VRML_START + fill('# x {\n', size),
  'a comment without end': (size) => `${VRML_START}#${fill('# ', size)}`,
  commas: (size) => VRML_START + fill(', ', size),
  'commas before each word': (size) => VRML_START + fill(`a {${','.repeat(50)}}`, size),
  'names without nodes': (size) => VRML_START + fill('DEF ', size),
  uses: (size) => VRML_START + fill('USE a ', size),
  routes: (size) => VRML_START + fill('ROUTE a.b TO c.d ', size),
  'statements of the head': (size) => VRML_START + fill('META "a" "b"\n', size),
  components: (size) => VRML_START + fill('COMPONENT a : 1 ', size),
  'a component without end': (size) => `${VRML_START}COMPONENT ${fill('a: ', size)}`,
  'exports without end': (size) => `${VRML_START}EXPORT a ${fill('AS b ', size)}`,
  prototypes: (size) => VRML_START + numbered(size, (n) => `PROTO P${n} [ ] { Group { } } `),
  'instances of a prototype': (size) => `${VRML_START}PROTO P [ ] { Group { } } ${fill('P { } ', size)}`,
  'instances of many prototypes': (size) =>
    VRML_START + numbered(size / 2, (n) => `PROTO P${n} [ ] { Group { } } `) + numbered(size / 2, (n) => `P${n} { } `),
  'prototypes in prototypes': (size) => {
    const count = Math.floor(size / 40);
    return `${VRML_START}${'PROTO P [ ] { Group { children [ '.repeat(count)}${'P { } ] } } '.repeat(count)}P { }`;
  },
  'prototypes beside their instances': (size) => {
    const count = Math.floor(size / 32);
    return `${VRML_START}${'PROTO P [ ] { '.repeat(count)}Group { }${' } P { }'.repeat(count)}`;
  },
  'prototypes of each other': (size) => `${VRML_START}${numbered(size, (n) => `PROTO P${n + 1} [ ] { P${n} { } } `)} P9 { }`,
  'interfaces of many fields': (size) =>
    `${VRML_START}PROTO P [ ${numbered(size, (n) => `field SFFloat f${n} 0 `)}] { Group { } } ${fill('P { } ', 600)}`,
  'instances of many fields': (size) =>
    `${VRML_START}PROTO P [ ${numbered(size / 8, (n) => `field SFFloat f${n} 0 `)}] { Group { ${numbered(size / 8, (n) => `a${n} IS f${n} `)} } } ${fill(`P { ${numbered(size / 8, (n) => `f${n} 1 `)} } `, size / 2)}`,
  'empty instances of many fields': (size) =>
    `${VRML_START}PROTO P [ ${numbered(size / 4, (n) => `field SFFloat f${n} 0 `)}] { Group { ${numbered(size / 4, (n) => `a${n} IS f${n} `)} } } ${fill('P { } ', size / 2)}`,
  'routes to an instance of many fields': (size) =>
    `${VRML_START}PROTO P [ ${numbered(size / 4, (n) => `eventIn SFFloat f${n} `)}] { Group { ${numbered(size / 4, (n) => `a${n} IS f${n} `)} } } DEF T TimeSensor { } DEF P P { } ${fill('ROUTE T.fraction_changed TO P.f1 ', size / 2)}`,
  'prototypes without body': (size) => VRML_START + fill('PROTO P [ ] ', size),
  'prototypes without end': (size) => VRML_START + fill('PROTO P [ ] { ', size),
  'prototypes of other files': (size) => VRML_START + numbered(size, (n) => `EXTERNPROTO P${n} [ ] "a.x3dv" `),
};

const JSON_START = '{"X3D":{"Scene":{"-children":[{"HAnimJoint":{}},';
/** @type {Record<string, Make>} */
export const JSON_ONLY = {
  'open brackets': (size) => JSON_START + fill('[', size),
  'open braces': (size) => JSON_START + fill('{"a":', size),
  'open nodes': (size) => JSON_START + fill('{"Group":{"-children":[', size),
  'empty lists': (size) => JSON_START + fill('[],', size),
  'lists of numbers': (size) => JSON_START + fill('[1,', size),
  'a text without end': (size) => `${JSON_START}"${fill('x', size)}`,
  'texts without end': (size) => JSON_START + fill('"\\" ', size),
  'escapes in a text': (size) => `${JSON_START}{"HAnimJoint":{"@name":"${fill('\\u0041', size)}"}}]}}}`,
  'keys with escapes': (size) => `${JSON_START}{"HAnimJoint":{${fill('"@n\\u0061me":"a",', size)}"a":1}}]}}}`,
  'one key again and again': (size) => `${JSON_START}{"HAnimJoint":{${fill('"@name":"a",', size)}"a":1}}]}}}`,
  'fields of no kind': (size) => `${JSON_START}{"HAnimJoint":{${numbered(size, (n) => `"x${n}":{"y":[1]},`)}"a":1}}]}}}`,
  'fields with open values': (size) => `${JSON_START}{"HAnimJoint":{${fill('"@a":[', size)}`,
  commas: (size) => JSON_START + fill(',', size),
  colons: (size) => JSON_START + fill('"a"::', size),
  blanks: (size) => JSON_START + fill('   \n', size),
  'words of no kind': (size) => JSON_START + fill('x,', size),
  'statements of the head': (size) =>
    `{"X3D":{"head":{"meta":[${fill('{"@name":"a","@content":"b"},', size)}{}]},"Scene":{"-children":[{"HAnimJoint":{}}]}}}`,
  comments: (size) => JSON_START + fill('{"#comment":"a"},', size) + '{}]}}}',
  'prototypes in prototypes': (size) => {
    const count = Math.floor(size / 140);
    const start = '{"ProtoDeclare":{"@name":"P","ProtoBody":{"-children":[{"Group":{"-children":[';
    return `${JSON_START}${start.repeat(count)}${'{"ProtoInstance":{"@name":"P"}}]}}]}}},'.repeat(count)}{"ProtoInstance":{"@name":"P"}}]}}}`;
  },
};
