/**
 * @file json.h
 * @brief Reads the vectors: as much of JSON as they have.
 *
 * Copyright (c) The Mongoose developers
 * SPDX-License-Identifier: BSD-3-Clause
 */

#ifndef MONGOOSE_JSON_H
#define MONGOOSE_JSON_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

/// A value. Numbers keep their text, so that each is read as what it is used for.
class Json
{
public:
    /// Reads a whole file; throws std::runtime_error that names it and the place.
    static Json fromFile(const std::string& path);

    /// A member, or an empty value where there is none: missing numbers are zero.
    const Json& operator[](const std::string& name) const;
    bool has(const std::string& name) const { return mMembers.count(name) > 0; }

    const std::vector<Json>& items() const { return mItems; }
    const std::string& text() const { return mText; }
    double number() const { return mText.empty() ? 0 : std::stod(mText); }
    std::int64_t integer() const { return mText.empty() ? 0 : std::stoll(mText); }
    bool isTrue() const { return mText == "true"; }

private:
    friend class JsonReader;

    std::string mText;
    std::vector<Json> mItems;
    std::map<std::string, Json> mMembers;
};

#endif // MONGOOSE_JSON_H
