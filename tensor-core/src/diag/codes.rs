//! Every code of the checker with its title; `docs/errors.md` has an entry for each. The codes of the parser, T01xx,
//! stand with its sentences in `syntax`.

use super::Code;

macro_rules! codes {
    ($($name:ident = $id:literal: $title:literal,)*) => {
        $(#[doc = $title] pub const $name: Code = Code($id);)*

        /// Every code of the checker with its title, in order.
        pub const ALL: &[(Code, &str)] = &[$(($name, $title)),*];
    };
}

codes! {
    UNKNOWN_NAME = "T0201": "a name that nothing declares",
    DECLARED_TWICE = "T0202": "a name that is declared twice or reserved",
    OPERAND_COUNT = "T0203": "a wrong number of operands",
    ATTRIBUTES = "T0204": "attributes of another form than the operation takes",
    UNKNOWN_OPERATION = "T0205": "a call of something that does not exist",
    NOT_A_DIM = "T0206": "something that is no dim where a dim is demanded",
    NOT_INFERABLE = "T0207": "a shape variable that no argument determines",
    UNKNOWN_DTYPE = "T0208": "a dtype that does not exist",
    LITERAL = "T0209": "a literal without a dtype, or that its dtype cannot hold",
    NOT_A_TENSOR = "T0210": "something that is no tensor where a tensor is demanded",
    RESULT_COUNT = "T0211": "a wrong number of results or names",
    RECURSION = "T0212": "a function that calls itself",
    MATMUL = "T0301": "matmul of shapes that do not fit",
    SHAPES_DIFFER = "T0302": "operands of different shapes",
    RANK = "T0303": "a wrong number of axes",
    AXIS = "T0304": "an axis that does not exist",
    PERMUTATION = "T0305": "a transpose that is no permutation",
    EMPTY_AXIS = "T0306": "a reduction over an axis that may be empty",
    VOLUME = "T0307": "a reshape to another number of elements",
    BROADCAST = "T0308": "a broadcast of an axis that is neither 1 nor the target",
    SLICE = "T0309": "a slice out of bounds",
    CONCAT = "T0310": "a concat of shapes that do not fit",
    PROMISED_SHAPE = "T0311": "a value of another shape than promised",
    NEGATIVE_DIM = "T0312": "a dim that may be negative",
    NOT_ADMITTED = "T0401": "a dtype that the operation does not admit",
    DTYPES_DIFFER = "T0402": "operands of different dtypes",
    PROMISED_DTYPE = "T0403": "a value of another dtype than promised",
    REFINEMENT = "T0501": "a promised refinement that does not follow",
    CALL = "T0502": "a call whose conditions do not follow",
    CONTRADICTION = "T0601": "conditions that no values satisfy",
    NOT_COMPILED = "T0701": "a part of the language that this version does not compile",
    NOT_SEEN = "T0801": "a kernel that the build step has not seen",
    NO_BUILD_STEP = "T0802": "a package whose build script compiles no kernels",
}
