"""Makes the ONNX files of as-people-do/: exports with the defaults of their libraries, and models
that the usual list of operators does not cover.

Run once in an environment of its own:
  pip install numpy pandas scikit-learn skl2onnx lightgbm xgboost onnxmltools onnx
  python make-as-people-do.py
The files are committed, so no test needs Python. Made with scikit-learn 1.9.1, skl2onnx 1.20.0,
onnx 1.23.2, lightgbm 4.7.0, xgboost 3.2.0, onnxmltools 1.16.0. Rows are seeded. Half of the golden
rows lie where trees split: exporters write doubles as floats, and an error shows there first.
"""
import json
import pathlib

import numpy as np
import onnx
import pandas as pd
from lightgbm import LGBMClassifier
from onnxmltools import convert_lightgbm
from onnxmltools.convert.common.data_types import FloatTensorType as MlFloat
from skl2onnx import to_onnx
from skl2onnx.common.data_types import DoubleTensorType, FloatTensorType
from sklearn.compose import ColumnTransformer
from sklearn.ensemble import AdaBoostClassifier, GradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, PolynomialFeatures, StandardScaler
from sklearn.svm import SVC

HERE = pathlib.Path(__file__).parent / "as-people-do"
HERE.mkdir(exist_ok=True)
rng = np.random.default_rng(11)
x = rng.normal(size=(80, 5)).astype(np.float32)
y = ((x[:, 0] + 0.5 * x[:, 1] * x[:, 2] + 0.3 * rng.normal(size=80)) > 0).astype(int)
rows = np.vstack([x[:5], rng.normal(size=(5, 5)).astype(np.float32)])
golden = {}


def keep(name, model, probability, data=rows):
    (HERE / f"{name}.onnx").write_bytes(model.SerializeToString())
    golden[name] = {
        "rows": [[float(v) for v in row] for row in data],
        "probability": [float(p) for p in probability],
    }


def at_splits(model, data, most=25):
    """Rows whose value of a feature is the threshold of a tree, and the next float beside it."""
    found = []
    for tree in model.estimators_:
        tree = tree.tree_
        for feature, threshold in zip(tree.feature, tree.threshold):
            if feature < 0 or len(found) >= most:
                continue
            row = data[len(found) % len(data)].copy()
            row[feature] = np.float32(threshold)
            found.append(row)
            beside = row.copy()
            beside[feature] = np.nextafter(row[feature], np.float32(np.inf))
            found.append(beside)
    return np.vstack([data[:25], *found[:most]])


floats = [("X", FloatTensorType([None, 5]))]
doubles = [("X", DoubleTensorType([None, 5]))]


def sklearn(name, model, types=floats, options=None, **more):
    model.fit(x, y)
    onx = to_onnx(model, initial_types=types, options=options and {id(model): options}, **more)
    keep(name, onx, model.predict_proba(rows)[:, 1])


sklearn("zipmap", LogisticRegression())
sklearn("zipmap-columns", LogisticRegression(), options={"zipmap": "columns"})
sklearn("knn", KNeighborsClassifier(3), options={"zipmap": False, "optim": "cdist"})
sklearn("knn-scan", KNeighborsClassifier(3))
sklearn("svc", SVC(probability=True, random_state=1))
sklearn("naive-bayes", GaussianNB())
sklearn("ada-boost", AdaBoostClassifier(n_estimators=4, random_state=1))
sklearn("double", LogisticRegression(), doubles, {"zipmap": False})
sklearn("double-zipmap", LogisticRegression(), doubles)
sklearn("polynomial", make_pipeline(PolynomialFeatures(2), StandardScaler(), LogisticRegression()))

model = RandomForestClassifier(6, max_depth=4, random_state=1).fit(x, y)
many = at_splits(model, x)
keep("forest-at-splits", to_onnx(model, initial_types=floats), model.predict_proba(many)[:, 1], many)

frame = pd.DataFrame(x, columns=list("abcde"))
scaled = ColumnTransformer([("scale", StandardScaler(), ["c", "a"])], remainder="passthrough")
model = make_pipeline(scaled, LogisticRegression()).fit(frame, y)
probability = model.predict_proba(pd.DataFrame(rows, columns=list("abcde")))[:, 1]
keep("named-columns", to_onnx(model, frame[:1]), probability)

model = LGBMClassifier(n_estimators=8, num_leaves=6, verbose=-1, random_state=1).fit(x, y)
onx = convert_lightgbm(model, initial_types=[("input", MlFloat([None, 5]))], target_opset=15)
keep("lightgbm", onx, model.predict_proba(rows)[:, 1])

model = LogisticRegression().fit(x, y)
onx = to_onnx(model, initial_types=floats, options={id(model): {"zipmap": False}})
half = onnx.numpy_helper.from_array(np.float32(1), "unit")
onx.graph.node.append(onnx.helper.make_node("Constant", [], ["unit"], value=half))
onx.graph.node.append(onnx.helper.make_node("Mul", ["probabilities", "unit"], ["fraud score"]))
del onx.graph.output[:]
shape = onnx.helper.make_tensor_value_info("fraud score", onnx.TensorProto.FLOAT, [None, 2])
onx.graph.output.append(shape)
onx.ir_version = 13
for opset in onx.opset_import:
    opset.version = 26 if opset.domain == "" else 5
keep("newest", onx, model.predict_proba(rows)[:, 1])

# Columns of a data frame as they are: texts, whole numbers, booleans, doubles.
TOWNS = ["York", "Bath", "Ely"]
shop = pd.DataFrame({
    "town": rng.choice(TOWNS, 200), "visits": rng.integers(0, 9, 200), "member": rng.random(200) < 0.4,
    "spent": rng.gamma(2, 40, 200), "age": rng.normal(40, 9, 200),
})
left = ((shop.town == "Ely") * 1.5 - shop.visits / 4 + shop.member + shop.spent / 90 + rng.normal(size=200)) > 1
encoded = ColumnTransformer(
    [("texts", OneHotEncoder(handle_unknown="ignore"), ["town", "visits"]),
     ("numbers", StandardScaler(), ["spent", "age"])], remainder="passthrough")
model = make_pipeline(encoded, RandomForestClassifier(5, max_depth=4, random_state=1)).fit(shop, left)
asked = shop[:30].copy()
asked.loc[asked.index[-5:], "town"] = "Hull"
keep("data-frame", to_onnx(model, shop[:1]), model.predict_proba(asked)[:, 1],
     asked.assign(town=[TOWNS.index(t) if t in TOWNS else len(TOWNS) for t in asked.town]).to_numpy(float))
golden["data-frame"]["features"] = [
    {"name": "town", "kind": "category", "categories": TOWNS}, {"name": "visits", "kind": "integer"},
    {"name": "member", "kind": "integer", "min": 0, "max": 1}, {"name": "spent"}, {"name": "age"}]

numbers = pd.DataFrame(x.astype(np.float64), columns=list("abcde"))
model = make_pipeline(StandardScaler(), RandomForestClassifier(5, max_depth=4, random_state=1)).fit(numbers, y)
probability = model.predict_proba(pd.DataFrame(rows.astype(np.float64), columns=list("abcde")))[:, 1]
keep("data-frame-of-doubles", to_onnx(model, numbers[:1]), probability)

# A categorical split is exported as questions that all lead to one node.
kinds = x.copy()
kinds[:, 4] = rng.integers(0, 6, 80)
some = np.hstack([rows[:, :4], np.arange(10).reshape(-1, 1) % 7]).astype(np.float32)
model = LGBMClassifier(n_estimators=8, num_leaves=6, min_child_samples=5, min_data_per_group=1,
                       cat_smooth=1, verbose=-1, random_state=1)
model.fit(kinds, y ^ (kinds[:, 4] % 2 == 0), categorical_feature=[4])
onx = convert_lightgbm(model, initial_types=[("input", MlFloat([None, 5]))], target_opset=15)
keep("lightgbm-categories", onx, model.predict_proba(some)[:, 1], some)

# Refused: trees answer in 32-bit floats, whatever the exporter declares.
odd = np.random.default_rng(3).normal(size=(200, 5))
model = GradientBoostingClassifier(n_estimators=2, max_depth=2, random_state=0)
model.fit(odd, (odd[:, 0] + odd[:, 1] > 0).astype(int))
onx = to_onnx(model, odd[:1], options={"zipmap": False})
(HERE / "trees-of-doubles.onnx").write_bytes(onx.SerializeToString())

(HERE / "golden.json").write_text(json.dumps(golden) + "\n")
